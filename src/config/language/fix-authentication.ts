import type { Fix, FixRequest } from './fixes.ts'

type Fixer = (request: FixRequest) => readonly Fix[]

const add =
  (...lines: readonly string[]): Fixer =>
  ({ editor, parent }) => [{ title: `Add ${lines[0] ?? ''}`, edits: editor.insert(parent, lines) }]

const remove =
  (...names: readonly string[]): Fixer =>
  ({ editor, at }) =>
    names.map((name) => ({ title: `Remove ${name}`, edits: editor.remove([...at, name]) }))

const removeIt: Fixer = ({ editor, at }) => [{ title: `Remove ${String(at.at(-1))}`, edits: editor.remove(at) }]

const replace =
  (title: string, change: (value: string) => string): Fixer =>
  ({ editor, at }) => {
    const value = editor.scalar(at)
    return value === undefined || change(value) === value ? [] : [{ title, edits: editor.setValue(at, change(value)) }]
  }

const addVerified: Fixer = ({ editor, at }) => {
  const authenticator = at.slice(0, 2)
  const [expression, message] = [
    'expression: claims.?email_verified.orValue(false) == true',
    'message: the e-mail address must be verified',
  ]
  if (editor.isJson) return []
  const list = [...authenticator, 'claimValidationRules']
  const edits =
    editor.find(list) === undefined
      ? editor.insert(authenticator, ['claimValidationRules:', `- ${expression}`, `  ${message}`])
      : editor.append(list, [expression, message])
  return [{ title: 'Require a verified e-mail address', edits }]
}

/** A macro cannot iterate over a claim, because its type is unknown. */
const wrapRange: Fixer = ({ editor, at, diagnostic }) => {
  const source = editor.scalar(at)
  if (source === undefined || !diagnostic.message.includes('cannot be range of a comprehension')) return []
  const wrapped = source.replace(
    /(?<![\w.(])((?:claims)(?:\.\w+)+)(?=\.(?:exists|all|filter|map|exists_one)\()/g,
    'dyn($1)',
  )
  return wrapped === source ? [] : [{ title: 'Wrap the macro’s target in dyn(…)', edits: editor.setValue(at, wrapped) }]
}

const compareWithTrue: Fixer = ({ editor, at, diagnostic }) => {
  const source = editor.scalar(at)
  if (source === undefined || !diagnostic.message.endsWith('must evaluate to bool')) return []
  return [
    {
      title: 'Compare with true',
      edits: editor.setValue(at, /\s(?:\?|\|\||&&)\s/.test(source) ? `(${source}) == true` : `${source} == true`),
    },
  ]
}

const addUsername: Fixer = ({ editor, at }) => [
  {
    title: 'Take the username from the claim sub',
    edits:
      editor.find(at) === undefined
        ? editor.insert(at.slice(0, -1), ['username:', '  claim: sub', '  prefix: ""'])
        : editor.insert(at, ['claim: sub', 'prefix: ""']),
  },
]

const enable: Fixer = ({ editor, parent }) => {
  const at = [...parent, 'enabled']
  const edits =
    editor.find(at) === undefined
      ? editor.insert(parent, ['enabled: true'])
      : [{ range: rangeOfValue(editor.find(at)?.value), text: 'true' }]
  return [{ title: 'Set enabled to true', edits }]
}

const rangeOfValue = (
  node: { readonly start: number; readonly end: number } | undefined,
): { readonly start: number; readonly end: number } =>
  node === undefined ? { start: 0, end: 0 } : { start: node.start, end: node.end }

const https = replace('Use https://', (value) => value.replace(/^(?:http:\/\/|(?!https:))/i, 'https://'))

const fixers: ReadonlyMap<string, Fixer> = new Map<string, Fixer>([
  ['N04', https],
  ['N10', removeIt],
  [
    'N15',
    ({ editor, at, parent }) => [
      {
        title: 'Set audienceMatchPolicy to MatchAny',
        edits:
          editor.find(at) === undefined
            ? editor.insert(parent, ['audienceMatchPolicy: MatchAny'])
            : editor.setValue(at, 'MatchAny'),
      },
    ],
  ],
  ['N16', replace('Set audienceMatchPolicy to MatchAny', () => 'MatchAny')],
  ['N18', remove('expression', 'claim')],
  ['N20', removeIt],
  ['N21', removeIt],
  ['N24', wrapRange],
  ['N25', compareWithTrue],
  ['N26', addUsername],
  ['N27', remove('expression', 'claim')],
  ['N28', removeIt],
  ['N29', add('prefix: ""')],
  ['N30', wrapRange],
  ['N31', addVerified],
  ['N36', replace('Write it in lower case', (value) => value.toLowerCase())],
  ['N40', wrapRange],
  ['N45', enable],
  ['W02', removeIt],
  ['W05', replace('Put dyn(…) around it', (value) => `dyn(${value})`)],
])

/** Quick fixes for AuthenticationConfiguration rules. */
export const authenticationFixes = (request: FixRequest): readonly Fix[] =>
  fixers.get(request.diagnostic.code)?.(request) ?? []
