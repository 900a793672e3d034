// Each stands in whatever the detectors of store/redact.ts find, and in little else: they take longer to load than all the rest.
const ISSUED = [
  'A3T|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA',
  '(?:ACCESS|access|Access)_?(?:KEY|key|Key)',
  String.raw`(?:ACCOUNT|account|Account)[\s\S]{0,40}?\d{4}-?\d{4}-?\d{4}`,
  'PRIVATE KEY|private_key|x-oauth-basic',
  String.raw`:\/\/[^\s/]{1,256}:[^\s]{1,256}@`,
  '(?:npm|gsk|hf|lin_api|ntn|glc|glsa|figd|github_pat|dckr_pat|ops)_[A-Za-z0-9]{8}',
  '(?:shp(?:pa|ca|at|ss)|[sr]k_(?:live|test)|gh[pousr]|vc[piark]|cf(?:k|ut|at))_[A-Za-z0-9]',
  '(?:sk|xapp|xox[bpaor]|glpat|tskey)-[A-Za-z0-9]+[A-Za-z0-9_-]{2}',
  String.raw`SG\.\w|hv[sbr]\.[\w-]{8}|dapi[A-Fa-f0-9]{8}`,
]
const ISSUED_IN_ANY_CASE = String.raw`hooks\.slack\.com|(?:mongodb(?:\+srv)?|mysqlx?|postgres(?:ql)?):\/\/`
const CHOSEN = String.raw`(?:passw(?:or)?d|passphrase|pwd|secret|token|credential|(?:api|access|private|auth)[_-]?key)s?\d*["'\]]*\s{0,8}(?:=>|:=|[=:])`

const HINT = new RegExp(ISSUED.join('|'))
const HINT_IN_ANY_CASE = new RegExp(`${ISSUED_IN_ANY_CASE}|${CHOSEN}`, 'i')

/** May a detector find a secret in this text? false = none will. */
export function mayHoldSecret(bytes: Uint8Array | null): boolean {
  if (bytes === null) return false
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return HINT.test(text) || HINT_IN_ANY_CASE.test(text)
}
