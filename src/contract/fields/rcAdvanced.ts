import type { RequestField, ResultField, ResultGroup, SeenType } from '../shapes.ts';
import { assumedField } from './assumedField.ts';

function fields(seen: SeenType, names: readonly string[], masks: Masks = {}): readonly ResultField[] {
  return names.map((name) => ({ name, seen, mask: masks[name] ?? null }));
}

type Masks = Readonly<Record<string, ResultField['mask']>>;

const identity = [
  'rc_number',
  'registration_date',
  'registered_at',
  'latest_by',
  'rc_status',
  'owner_number',
  'rto_code',
  'fit_up_to',
];

const owner = ['owner_name', 'father_name', 'present_address', 'permanent_address', 'mobile_number'];

const vehicle = [
  'vehicle_category',
  'vehicle_category_description',
  'vehicle_chasi_number',
  'vehicle_engine_number',
  'maker_description',
  'maker_model',
  'body_type',
  'fuel_type',
  'color',
  'norms_type',
  'manufacturing_date',
  'manufacturing_date_formatted',
  'cubic_capacity',
  'vehicle_gross_weight',
  'no_cylinders',
  'seat_capacity',
  'sleeper_capacity',
  'standing_capacity',
  'wheelbase',
  'unladen_weight',
];

const permitNullable = [
  'permit_issue_date',
  'permit_valid_from',
  'permit_valid_upto',
  'national_permit_upto',
  'national_permit_issued_by',
];

const ownerMasks: Masks = {
  owner_name: 'all',
  father_name: 'all',
  present_address: 'all',
  permanent_address: 'all',
  mobile_number: 'last4',
};

/** RC Details Advanced: assumed request. `rc_number` is echoed by the response. */
export const rcAdvancedRequest: readonly RequestField[] = [
  assumedField({
    name: 'rc_number',
    label: 'Registration number',
    type: 'string',
    required: true,
    assumed: 'echoed',
    mask: 'first2last2',
    example: 'ZZ99ZZ9999',
    check: 'registration',
  }),
];

/**
 * RC Details Advanced: `data.result` in the documented groups (docs/service.md, "RC Details Advanced data.result").
 * Fields of response_metadata carry their path. The numbers of certificates lead to a person as the plate does; a
 * financer tells of a loan, a challan of an offence, and the PDF holds all of it.
 */
export const rcAdvancedResult: readonly ResultGroup[] = [
  { title: 'Identity and registration', fields: fields('string', identity, { rc_number: 'first2last2' }) },
  { title: 'Owner', fields: fields('string', owner, ownerMasks) },
  {
    title: 'Vehicle',
    fields: fields('string', vehicle, {
      vehicle_chasi_number: 'first2last2',
      vehicle_engine_number: 'first2last2',
    }),
  },
  {
    title: 'Finance and insurance',
    fields: [
      ...fields('string', ['financer'], { financer: 'all' }),
      ...fields('boolean', ['financed']),
      ...fields('string', ['insurance_company', 'insurance_policy_number', 'insurance_upto'], {
        insurance_policy_number: 'first2last2',
      }),
    ],
  },
  {
    title: 'Tax and emission',
    fields: fields('string', ['tax_upto', 'tax_paid_upto', 'pucc_number', 'pucc_upto'], {
      pucc_number: 'first2last2',
    }),
  },
  {
    title: 'Permit',
    fields: [
      ...fields('string', ['permit_number', 'permit_type', 'national_permit_number'], {
        permit_number: 'first2last2',
        national_permit_number: 'first2last2',
      }),
      ...fields('unknown', permitNullable),
    ],
  },
  { title: 'Non-use', fields: fields('unknown', ['non_use_status', 'non_use_from', 'non_use_to']) },
  {
    title: 'Flags and other',
    fields: [
      ...fields('string', ['blacklist_status', 'noc_details']),
      ...fields('boolean', ['less_info', 'masked_name']),
      ...fields('unknown', ['challan_details', 'variant'], { challan_details: 'all' }),
      ...fields('string', ['pdf_url'], { pdf_url: 'all' }),
    ],
  },
  {
    title: 'Masked by the service',
    fields: fields('boolean', [
      'response_metadata.masked_chassis',
      'response_metadata.masked_engine',
      'response_metadata.masked_owner_name',
    ]),
  },
];
