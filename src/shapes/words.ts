import { envelopeFields } from '../contract/envelope.ts';
import { operations } from '../contract/operations.ts';

/**
 * Words that fields of APIs are called by. A key of these alone is a field's name wherever it stands; words that are people's
 * names, too (`mark`, `bill`, `grace`, `rose`, `will`), are left out. Not exhaustive: other keys are learned, see keys.ts.
 */
const general = `
accepted access account accounts action active activity actual additional address addresses adult age agency alert alerts all
allowed amount amounts analysis annual answer api app applicant application applied approved area array as asset assets at attempt
attempts attribute attributes auth available average balance bank banks bar base basic batch before best birth blacklist block blocked
body boolean borrower bounce branch brand breakdown broken bulk bureau business by calculated call cancelled capacity card cards
case cases catch category cause cells certificate change changed channel charge charges check checked checks child children city claim
class class_name client closed closing code codes cohort collateral color colour column columns comment comments commercial common
company complete completed condition conditions confidence confirmed consent contact contacts content control corporate correct cost
count counter country county coverage created creation credit criteria currency current custom customer cycle daily data database dataset date
dates day days days_past_due dealer debit debt decision default defaulted deleted deliverable deliverability delivery department
dependent desc description detail details device digit digits disabled disposable disposition distance district document documents domain
domains done double down due duplicate duration earliest education element elements email emails emi employer empty enabled end
ended engine enquiries enquiry entity entries entry environment error errors estimated event events exact exception exempt exists
expected expired expires expiry explanation export ext extended external extra factor factors failed failure family features fee fees fetch
field fields file files filed filter final finance financed financer findings first fit flag flags float foreign form format
formatted found frequency from fuel full future gateway general generated given global good grade gross group groups guarantor
has hash head header headers height held high highest history hold holder home host hour hours household id identification identifier
identifiers identity ids ignored image in inactive income index indicator individual info information initial inner input inputs
inquiries inquiry insights installment institution insurance insured int integer interest internal invalid invoice is issue issued issuer
issues item items join joint json key keyword keywords keys kind kinds label labels landline language last late latency latest latitude
least left legal lender length less level levels liability license limit limits line lines link linked links list listed lists live loan
loans local locality locale location locked log logs longitude low lowest mail mailbox main maker manufactured manufacturer
manufacturing map marital masked match matched matches matching max maximum mean meaning measure median member members message messages
meta metadata method metric metrics middle min minimum minute minutes missing mobile mode model modified module month monthly
months more most movement msg multiple mx name names nationality negative nested net network new next no node nodes non none norms
note notes null number numbers object objects obligation occupation of off offset ok old on only open opened opening operation operator
optional options or order orders organization origin original other others out outcome outer outstanding over overall overdue owned
owner ownership page pages pair pan paid parent part partial participants parts past path pattern payload payment payments pdf
pending per percent percentage percentile period permanent permit person personal phone phones photo picture pin pincode place plan
point points policy pool portfolio position positive possible postal postcode prefix present previous price primary principal prior
priority private probability problem problems process processed processing product products profile progress properties property
provider public purpose quality quantity query queue range rank rate rates rating ratio raw read real reason reasons receipt received recent
recommendation recommended record records reference refund refunded region registered registration registry rejected related relation
relationship relative released remaining remark remarks repayment reply report reported reports request requested requests required
residence resolved resource resources response responses restricted result results retail retry return returned revised revoked risk role
role_account roles root rows rto rule rules run safe salary salutation same sample sanctioned scan scheme scope score scores
seat second secondary seconds secret section sections secured segment selected seller sent seq sequence serial series server service services
session set settled settlement severity share short side sign signature since single size sms smtp snapshot source sources spam
standing start started state states statistics stats status step steps stolen stop stored street string sub subject submitted
subscription subtype success successful suffix suit suggested suggestion suggestions suit sum summary supported suspended syntax
system table tag tags target tax tel telephone temp temporary tenure term terms test text third threshold time timeout times timestamp
title to token tokens toll total totals trace track trade transaction transactions transfer tried trust try type types unit units
unknown unladen unsecured until updated upload upper upto uri url urls usage use used user username users utilization utilized uuid valid
validated validation validations validity validator value values variant variants vehicle vendor verdict verification verified version
via view visible volume voter wallet warning warnings web website week weight wheelbase width with worker worst written
yard year yearly years yes zip zone zones
motor car cars cycle scooter truck goods petrol diesel cng lpg electric hybrid ethanol bharat stage lmv hmv mcwg saloon hatchback
throttled throttle unavailable unauthorized forbidden timed retryable overloaded maintenance upstream
aadhaar uan uid vid gstin cibil dob doc docs ip os ref txn utr xml csv html http https ifsc micr kyc ckyc cin din llpin tan vin
chassis chasi chassi rc rcs noc pucc puc emission challan challans hypothecation hsrp vahan sarathi uidai ncrb dpd suit_filed
alpha beta gamma delta red blue left right top bottom north south east west foo baz qux
one two three four five six seven eight nine ten zero
`;

const documented = [
  ...envelopeFields.map(({ path }) => path),
  ...operations.flatMap(({ assumedFields, resultGroups }) => [
    ...assumedFields.map(({ name }) => name),
    ...(resultGroups ?? []).flatMap(({ fields }) => fields.map(({ name }) => name)),
  ]),
];

const words: ReadonlySet<string> = new Set(
  [general, ...documented].flatMap((text) => text.toLowerCase().split(/[^a-z]+/)),
);

/** The words of a name as programmers join them: `creditScore`, `credit_score`, `CREDIT-SCORE1`. */
export function nameWords(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

/** Whether a word is known as one of fields, states and kinds. */
export function isKnownWord(word: string): boolean {
  return words.has(word);
}

/** Whether a word is one of a field's name; no more than two letters name nobody. */
export function isFieldWord(word: string): boolean {
  return word.length <= 2 || words.has(word);
}
