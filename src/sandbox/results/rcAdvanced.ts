import { Invention, type ResultMaker } from './invent.ts';

/** Fields listed as nullable; their types when filled are not shown, so the sandbox never fills them. */
const nullables = {
  permit_issue_date: null,
  permit_valid_from: null,
  permit_valid_upto: null,
  national_permit_upto: null,
  national_permit_issued_by: null,
  non_use_status: null,
  non_use_from: null,
  non_use_to: null,
  challan_details: null,
  variant: null,
};

function registrationAndOwner(subject: string, invent: Invention) {
  const plate = subject.replace(/[\s-]/g, '').toUpperCase();
  return {
    rc_number: subject,
    registration_date: invent.date(2015, 9),
    registered_at: 'INVENTED RTO',
    latest_by: invent.date(2024, 2),
    rc_status: invent.pick(['ACTIVE', 'ACTIVE', 'INACTIVE']),
    owner_number: String(1 + invent.number(3)),
    rto_code: /^[A-Z]{2}\d{1,2}/.exec(plate)?.[0] ?? '',
    fit_up_to: invent.date(2030, 8),
    owner_name: 'INVENTED OWNER',
    father_name: 'INVENTED FATHER',
    present_address: `INVENTED ADDRESS ${1 + invent.number(99)}, 000000`,
    permanent_address: `INVENTED ADDRESS ${1 + invent.number(99)}, 000000`,
    mobile_number: '0000000000',
  };
}

function vehicle(invent: Invention) {
  const made = invent.date(2013, 2);
  return {
    vehicle_category: invent.pick(['LMV', '2WN']),
    vehicle_category_description: 'INVENTED CATEGORY',
    vehicle_chasi_number: `INVENTEDCHASSIS${invent.digits(4)}`,
    vehicle_engine_number: `INVENTEDENGINE${invent.digits(4)}`,
    maker_description: 'INVENTED MOTORS LTD',
    maker_model: `INVENTED MODEL ${1 + invent.number(9)}`,
    body_type: invent.pick(['SALOON', 'HATCHBACK', 'SCOOTER']),
    fuel_type: invent.pick(['PETROL', 'DIESEL', 'CNG', 'ELECTRIC']),
    color: invent.pick(['WHITE', 'GREY', 'BLUE', 'RED']),
    norms_type: 'INVENTED NORM',
    manufacturing_date: made,
    manufacturing_date_formatted: made.slice(0, 7),
    cubic_capacity: String(900 + invent.number(1100)),
    vehicle_gross_weight: String(1000 + invent.number(900)),
    no_cylinders: invent.pick(['3', '4']),
    seat_capacity: invent.pick(['2', '5', '7']),
    sleeper_capacity: '0',
    standing_capacity: '0',
    wheelbase: String(2300 + invent.number(500)),
    unladen_weight: String(700 + invent.number(700)),
  };
}

function financeTaxAndPermit(invent: Invention) {
  const financed = invent.number(2) === 1;
  return {
    financer: financed ? 'INVENTED BANK' : '',
    financed,
    insurance_company: 'INVENTED INSURANCE CO',
    insurance_policy_number: `INVENTED-POLICY-${invent.digits(4)}`,
    insurance_upto: invent.date(2027, 3),
    tax_upto: invent.date(2030, 8),
    tax_paid_upto: invent.date(2030, 8),
    pucc_number: `INVENTED-PUCC-${invent.digits(4)}`,
    pucc_upto: invent.date(2027, 2),
    permit_number: '',
    permit_type: '',
    national_permit_number: '',
  };
}

/** As the documents describe a billed negative: text empty, flags false, nullable fields null. */
function emptied(value: unknown): unknown {
  if (typeof value === 'string') return '';
  return typeof value === 'boolean' ? false : value;
}

/** RC Details Advanced: the documented fields, in the documented groups (docs/service.md, "Resources and fields"). */
export const inventedRcAdvanced: ResultMaker = {
  bulkField: 'challan_details',
  verified: (subject, _input, invent) => ({
    ...registrationAndOwner(subject, invent),
    ...vehicle(invent),
    ...financeTaxAndPermit(invent),
    ...nullables,
    blacklist_status: 'INVENTED: NONE',
    noc_details: '',
    less_info: false,
    masked_name: false,
    pdf_url: invent.documentLink('rc'),
    response_metadata: { masked_chassis: false, masked_engine: false, masked_owner_name: false },
  }),
  empty(subject, input) {
    const filled = this.verified(subject, input, new Invention('', ''));
    const fields = Object.entries(filled).map(([name, value]) => [name, emptied(value)] as const);
    return { ...Object.fromEntries(fields), rc_number: subject };
  },
};
