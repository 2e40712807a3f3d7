import { parseArgs } from 'node:util'
import type { DialectName } from '#config/dialect.ts'
import { type KindName, kindNames } from '#config/kinds/config-field.ts'

export const checkFormats = ['text', 'json', 'sarif'] as const
export type CheckFormat = (typeof checkFormats)[number]

/** The parsed arguments of `orchard check`. */
export interface CheckCommand {
  readonly type: 'check'
  /** Files and folders; `-` is standard input. */
  readonly paths: readonly string[]
  readonly format: CheckFormat
  readonly kind: KindName | undefined
  /** The dialect to convert the files to instead of reporting findings. */
  readonly to: DialectName | undefined
  /** Overwrites the converted files. */
  readonly isInPlace: boolean
  /** Treats warnings as errors. */
  readonly isStrict: boolean
  /** The folder that is used as `/` to look up referenced files; `null` to not look them up. */
  readonly root: string | null
}

export const checkUsage = `Flags of check:
  FILE…                     configuration files, folders of them, or - for standard input
  --format FORMAT           text, json or sarif (default text)
  --kind KIND               refuse files of another kind
  --to SPELLING             orch or kubernetes: print the file in that spelling, with its comments
  --write                   with --to: change the files in place
  --root DIR                look for referenced files under DIR (default /)
  --skip-files              do not look for referenced files
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
