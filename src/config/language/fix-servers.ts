import type { Fix, FixRequest } from './fixes.ts'

type Fixer = (request: FixRequest) => readonly Fix[]

/** Adds the missing field. */
const addIt =
  (...values: readonly string[]): Fixer =>
  ({ editor, at, parent }) =>
    values.map((value) => {
      const name = String(at.at(-1))
      const edits =
        editor.find(at) === undefined ? editor.insert(parent, [`${name}: ${value}`]) : editor.setValue(at, value)
      return { title: `Set ${name} to ${value}`, edits }
    })

const removeIt: Fixer = ({ editor, at }) => [{ title: `Remove ${String(at.at(-1))}`, edits: editor.remove(at) }]

const change =
  (title: string, make: (value: string) => string): Fixer =>
  ({ editor, at }) => {
    const value = editor.scalar(at)
    return value === undefined || make(value) === value ? [] : [{ title, edits: editor.setValue(at, make(value)) }]
  }

/** Sets the name that the server requires for its own authorizer types. */
const ownName: Fixer = ({ editor, at, parent }) => {
  const type = editor.scalar([...parent, 'type'])
  if (type === undefined) return []
  const name = type === 'Webhook' ? 'my-webhook' : type.toLowerCase()
  const edits = editor.find(at) === undefined ? editor.insert(parent, [`name: ${name}`]) : editor.setValue(at, name)
  return [{ title: `Name it ${name}`, edits }]
}

const addTls: Fixer = ({ editor, parent }) => [
  {
    title: 'Add tlsConfig',
    edits: editor.insert(parent, [
      'tlsConfig:',
      '  caBundle: /etc/orch/proxy/ca.crt',
      '  clientCert: /etc/orch/proxy/client.crt',
      '  clientKey: /etc/orch/proxy/client.key',
    ]),
  },
]

/** Numbers are written without quotes. */
const setNumber =
  (value: string): Fixer =>
  ({ editor, at }) => {
    const node = editor.find(at)?.value
    return node === undefined
      ? []
      : [{ title: `Set it to ${value}`, edits: [{ range: { start: node.start, end: node.end }, text: value }] }]
  }

const dropScheme = change('Leave the scheme away', (value) => value.replace(/^[a-z]+:\/\//i, '').replace(/\/$/, ''))

const fixers: ReadonlyMap<string, Fixer> = new Map<string, Fixer>([
  ['Z05', ownName],
  [
    'Z07',
    change('Write it as a DNS name', (value) =>
      value
        .toLowerCase()
        .replaceAll(/[^a-z0-9.-]+/g, '-')
        .replace(/^[-.]+|[-.]+$/g, ''),
    ),
  ],
  ['Z09', removeIt],
  ['Z10', addIt('3s')],
  ['Z11', addIt('30s')],
  ['Z13', addIt('v1')],
  ['Z15', addIt('v1')],
  ['Z17', addIt('NoOpinion', 'Deny')],
  ['Z21', removeIt],
  ['Z31', ownName],
  ['E02', removeIt],
  ['E08', change('Use https://', (value) => `https://${value.replace(/^[a-z]+:\/\//i, '').trim()}`)],
  ['E09', removeIt],
  ['E10', addTls],
  ['T01', setNumber('0')],
  ['T02', setNumber('1000000')],
  ['T03', dropScheme],
  ['W09', change('Call it controlplane', () => 'controlplane')],
  ['W11', change('Leave unix:// away', (value) => value.replace(/^unix:\/\//, ''))],
])

/** Quick fixes for the rules of authorizers, egress selections and tracing. */
export const serverFixes = (request: FixRequest): readonly Fix[] => fixers.get(request.diagnostic.code)?.(request) ?? []
