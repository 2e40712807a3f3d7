/*
 * Rules for names and keys. Each function returns Kubernetes' error messages for a value, or an empty list if it is
 * valid. The messages follow `Invalid value: "x": `. Lengths are UTF-8 bytes. All patterns match in linear time.
 */

const LABEL_BYTES_MAX = 63
const SUBDOMAIN_BYTES_MAX = 253

const labelText = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const subdomainText = `${labelText}(\\.${labelText})*`
const label1035Text = '[a-z]([-a-z0-9]*[a-z0-9])?'
const keyText = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'

const labelPattern = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/
const label1035Pattern = /^[a-z]([-a-z0-9]*[a-z0-9])?$/
const keyPattern = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/

/** Matches most valid keys of labels: a name, optionally after a subdomain, all together as short as a name may be. */
const shortKeyPattern = new RegExp(`^(${subdomainText}/)?${keyText}$`)
const isShortKey = (value: string): boolean => value.length <= LABEL_BYTES_MAX && shortKeyPattern.test(value)

const isSubdomain = (value: string): boolean => value.split('.').every((part) => labelPattern.test(part))

const encoder = new TextEncoder()
// oxlint-disable-next-line no-control-regex
const asciiOnly = /^[\x00-\x7f]*$/
/** Returns the length in UTF-8 bytes, like Go's `len`. ASCII text, the common case, is not copied. */
export const byteLength = (text: string): number => (asciiOnly.test(text) ? text.length : encoder.encode(text).length)
const isLonger = (text: string, bytesMax: number): boolean =>
  text.length > bytesMax || (text.length * 3 > bytesMax && byteLength(text) > bytesMax)

const tooLongText = (bytesMax: number): string => `must be no more than ${bytesMax} characters`

/** `what`, then examples and the pattern in parentheses. */
export function patternText(what: string, pattern: string, ...examples: readonly string[]): string {
  if (examples.length === 0) return `${what} (regex used for validation is '${pattern}')`
  return `${what} (e.g. ${examples.map((text) => `'${text}', `).join(' or ')}regex used for validation is '${pattern}')`
}

/** Returns one message if `value` is too long, and one if `isGood` is false. */
function check(value: string, bytesMax: number, isGood: boolean, text: () => string): readonly string[] {
  if (isGood && value.length <= bytesMax) return none
  return [...(isLonger(value, bytesMax) ? [tooLongText(bytesMax)] : []), ...(isGood ? [] : [text()])]
}
const none: readonly string[] = []

/** A DNS label: the names of namespaces. */
export const dns1123Label = (value: string): readonly string[] =>
  check(value, LABEL_BYTES_MAX, labelPattern.test(value), () =>
    isSubdomain(value)
      ? 'must not contain dots'
      : patternText(
          "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
          labelText,
          'my-name',
          '123-abc',
        ),
  )

/** A DNS subdomain, labels joined by dots: the names of most objects. */
export const dns1123Subdomain = (value: string): readonly string[] =>
  check(value, SUBDOMAIN_BYTES_MAX, isSubdomain(value), () =>
    patternText(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
      subdomainText,
      'example.com',
    ),
  )

/** A DNS label that starts with a letter: the names of services. */
export const dns1035Label = (value: string): readonly string[] =>
  check(value, LABEL_BYTES_MAX, label1035Pattern.test(value), () =>
    patternText(
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
      label1035Text,
      'my-name',
      'abc-123',
    ),
  )

export const wildcardDns1123Subdomain = (value: string): readonly string[] =>
  check(value, SUBDOMAIN_BYTES_MAX, value.startsWith('*.') && isSubdomain(value.slice(2)), () =>
    patternText(
      "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
      `\\*\\.${subdomainText}`,
      '*.example.com',
    ),
  )

const qualifiedNameText = (): string =>
  patternText(
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    keyText,
    'MyName',
    'my.name',
    '123-abc',
  )

/** A label key: a name, optionally after a subdomain and a slash. */
export function qualifiedName(value: string): readonly string[] {
  if (isShortKey(value)) return none
  const [first = '', second, third] = value.split('/', 3)
  if (third !== undefined)
    return [
      `a qualified name ${qualifiedNameText()} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  const texts: string[] = []
  if (second !== undefined) texts.push(...prefixPart(first))
  const name = second ?? first
  if (name === '') texts.push('name part must be non-empty')
  else if (isLonger(name, LABEL_BYTES_MAX)) texts.push(`name part ${tooLongText(LABEL_BYTES_MAX)}`)
  if (!keyPattern.test(name)) texts.push(`name part ${qualifiedNameText()}`)
  return texts
}

const prefixPart = (prefix: string): readonly string[] =>
  prefix === '' ? ['prefix part must be non-empty'] : dns1123Subdomain(prefix).map((text) => `prefix part ${text}`)

export const labelValue = (value: string): readonly string[] =>
  check(value, LABEL_BYTES_MAX, value === '' || keyPattern.test(value), () =>
    patternText(
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
      `(${keyText})?`,
      'MyValue',
      'my_value',
      '12345',
    ),
  )

/** A key of a ConfigMap or Secret. It becomes a file name, so it must not start with two dots. */
export const configMapKey = (value: string): readonly string[] => [
  ...check(value, SUBDOMAIN_BYTES_MAX, /^[-._a-zA-Z0-9]+$/.test(value), () =>
    patternText(
      "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
      '[-._a-zA-Z0-9]+',
      'key.name',
      'KEY_NAME',
      'key-name',
    ),
  ),
  ...changesFolder(value),
]

function changesFolder(value: string): readonly string[] {
  if (value === '.') return ["must not be '.'"]
  if (value === '..') return ["must not be '..'"]
  return value.startsWith('..') ? ["must not start with '..'"] : none
}

/** The strict format of environment variable names. */
export const envVarName = (value: string): readonly string[] => [
  ...(/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(value)
    ? none
    : [
        patternText(
          "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
          '[-._a-zA-Z][-._a-zA-Z0-9]*',
          'my.env-name',
          'MY_ENV.NAME',
          'MyEnvName1',
        ),
      ]),
  ...changesFolder(value),
]

/** The format of environment variable names in 1.34: printable ASCII except `=`. */
export const relaxedEnvVarName = (value: string): readonly string[] => {
  if (value === '') return ['environment variable name must be non-empty']
  return /^[\x20-\x3c\x3e-\x7e]*$/.test(value)
    ? none
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"]
}

export const httpHeaderName = (value: string): readonly string[] =>
  /^[-A-Za-z0-9]+$/.test(value)
    ? none
    : [
        patternText(
          "a valid HTTP header must consist of alphanumeric characters or '-'",
          '[-A-Za-z0-9]+',
          'X-Header-Name',
        ),
      ]

export const percent = (value: string): readonly string[] =>
  /^[0-9]+%$/.test(value)
    ? none
    : [patternText("a valid percent string must be a numeric string followed by an ending '%'", '[0-9]+%', '1%', '93%')]

export const cIdentifier = (value: string): readonly string[] =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(value)
    ? none
    : [
        patternText(
          "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
          '[A-Za-z_][A-Za-z0-9_]*',
          'my_name',
          'MY_NAME',
          'MyName',
        ),
      ]

/** A port's IANA service name. */
export function portName(value: string): readonly string[] {
  const texts: string[] = []
  if (isLonger(value, 15)) texts.push(tooLongText(15))
  if (!/^[-a-z0-9]+$/.test(value)) texts.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)')
  if (!/[a-z]/.test(value)) texts.push('must contain at least one letter (a-z)')
  if (value.includes('--')) texts.push('must not contain consecutive hyphens')
  if (value.startsWith('-') || value.endsWith('-')) texts.push('must not begin or end with a hyphen')
  return texts
}

/** Checks that a number is between `min` and `max`, inclusive. */
export const inRange = (value: number, min: number, max: number): readonly string[] =>
  value >= min && value <= max ? none : [`must be between ${min} and ${max}, inclusive`]
export const portNumber = (value: number): readonly string[] => inRange(value, 1, 65535)

/** The format of all names, because names are segments of URL paths. */
export const pathSegmentName = (value: string): readonly string[] =>
  value === '.' || value === '..' ? [`may not be '${value}'`] : pathSegmentPrefix(value)
export const pathSegmentPrefix = (value: string): readonly string[] =>
  ['/', '%'].filter((text) => value.includes(text)).map((text) => `may not contain '${text}'`)

/** Replaces a trailing dash of a generateName before validation: it is allowed, because a suffix follows. */
const maskTrailingDash = (value: string): string =>
  value.length > 1 && value.endsWith('-') ? `${value.slice(0, -2)}a` : value

type ValidateName = (value: string, prefix: boolean) => readonly string[]
/** A function for `Strategy.validateName`. `prefix` is true if `value` is a generateName. */
export const dns1123SubdomainName: ValidateName = (value, prefix) =>
  dns1123Subdomain(prefix ? maskTrailingDash(value) : value)
export const dns1123LabelName: ValidateName = (value, prefix) => dns1123Label(prefix ? maskTrailingDash(value) : value)
export const dns1035LabelName: ValidateName = (value, prefix) => dns1035Label(prefix ? maskTrailingDash(value) : value)
export const pathSegmentNameOrPrefix: ValidateName = (value, prefix) =>
  prefix ? pathSegmentPrefix(value) : pathSegmentName(value)
