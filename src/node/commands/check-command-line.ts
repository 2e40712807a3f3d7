import { parseArgs } from 'node:util'
import type { DialectName } from '#config/dialect.ts'
import { type KindName, kindNames } from '#config/kinds/config-field.ts'

export const checkFormats = ['text', 'json', 'sarif'] as const
export type CheckFormat = (typeof checkFormats)[number]

/** What `orchard check` is asked for. */
export interface CheckCommand {
  readonly type: 'check'
  /** Files and folders; `-` is the standard input. */
  readonly paths: readonly string[]
  readonly format: CheckFormat
  readonly kind: KindName | undefined
  /** Write the files in this spelling instead of telling what is in them. */
  readonly to: DialectName | undefined
  /** Put converted files back where they were. */
  readonly isInPlace: boolean
  /** Warnings count as errors. */
  readonly isStrict: boolean
  /** Folder that stands for `/` when files are looked for; `null` when none is looked for. */
  readonly root: string | null
}

export const checkUsage = `Flags of check:
  FILE…                     configuration files, folders of them, or - for standard input
  --format FORMAT           text, json or sarif (default text)
  --kind KIND               refuse files of another kind
  --to SPELLING             orch or kubernetes: print the file in that spelling, comments kept
  --write                   with --to: change the files in place
  --root DIR                look for the files that are named under DIR (default /)
  --skip-files              do not look for files that are named
  --strict                  warnings count as errors
  Exit code 0: no errors; 1: errors; 2: a file could not be read.
`

type Wrong = { readonly type: 'wrong'; readonly message: string }
const wrong = (message: string): Wrong => ({ type: 'wrong', message })

const isOneOf = <Word extends string>(words: readonly Word[], text: string): text is Word =>
  (words as readonly string[]).includes(text)

export function parseCheck(args: readonly string[]): CheckCommand | Wrong | { readonly type: 'help' } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      format: { type: 'string', default: 'text' },
      kind: { type: 'string' },
      to: { type: 'string' },
      write: { type: 'boolean', default: false },
      root: { type: 'string', default: '/' },
      'skip-files': { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return { type: 'help' }
  const { format, kind, to } = values
  if (positionals.length === 0) return wrong('check needs a file, a folder or -')
  if (!isOneOf(checkFormats, format))
    return wrong(`--format must be text, json or sarif, not ${JSON.stringify(format)}`)
  if (kind !== undefined && !isOneOf(kindNames, kind))
    return wrong(`--kind must be one of ${kindNames.join(', ')}, not ${JSON.stringify(kind)}`)
  if (to !== undefined && !isOneOf(['orch', 'kubernetes'], to))
    return wrong(`--to must be orch or kubernetes, not ${JSON.stringify(to)}`)
  if (values.write && to === undefined) return wrong('--write needs --to')
  return {
    type: 'check',
    paths: positionals,
    format,
    kind,
    to,
    isInPlace: values.write,
    isStrict: values.strict,
    root: values['skip-files'] ? null : values.root,
  }
}
