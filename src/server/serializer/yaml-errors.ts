import type { ErrorCode, LineCounter, YAMLParseError } from 'yaml'

/** The text is no YAML that the reference reads; the message is its text, with `yaml: ` before it. */
export class YamlError extends Error {}

interface Told {
  readonly text: string
  /** The reference counts lines from 0 where its parser refuses, and from 1 where its scanner does. */
  readonly by: 'scanner' | 'parser'
}

const scanner = (text: string): Told => ({ text, by: 'scanner' })
const parser = (text: string): Told => ({ text, by: 'parser' })

const texts: Readonly<Partial<Record<ErrorCode, Told>>> = {
  ALIAS_PROPS: parser('did not find expected node content'),
  BAD_ALIAS: scanner('did not find expected alphabetic or numeric character'),
  BAD_DIRECTIVE: scanner('could not find expected directive name'),
  BAD_DQ_ESCAPE: scanner('found unknown escape character'),
  BAD_INDENT: parser('did not find expected key'),
  BAD_SCALAR_START: scanner('found character that cannot start any token'),
  BLOCK_AS_IMPLICIT_KEY: scanner('mapping values are not allowed in this context'),
  BLOCK_IN_FLOW: scanner('block sequence entries are not allowed in this context'),
  KEY_OVER_1024_CHARS: parser("did not find expected ',' or '}'"),
  MULTILINE_IMPLICIT_KEY: scanner("could not find expected ':'"),
  MULTIPLE_ANCHORS: parser('did not find expected key'),
  MULTIPLE_TAGS: parser('did not find expected key'),
  TAB_AS_INDENT: scanner('found character that cannot start any token'),
  UNEXPECTED_TOKEN: parser('did not find expected key'),
}

/** What the reference says of an error that our parser found: the nearest of its texts. */
export function toYamlError(error: YAMLParseError, text: string, lines: LineCounter): YamlError {
  const told = tell(error, text)
  const { line } = lines.linePos(error.pos[0])
  const shown = told.by === 'scanner' ? line : Math.max(lineOfContent(text, line) - 1, 0)
  return new YamlError(`yaml: ${shown === 0 ? '' : `line ${shown}: `}${told.text}`)
}

/** The reference's parser stands at the token after the last one it took: past blank lines at the end. */
function lineOfContent(text: string, line: number): number {
  const count = text.endsWith('\n') ? text.split('\n').length : text.split('\n').length + 1
  return line >= count ? count : line
}

function tell(error: YAMLParseError, text: string): Told {
  const rest = text.slice(error.pos[0])
  if (rest.startsWith('\t')) return scanner('found character that cannot start any token')
  if (error.code === 'BAD_SCALAR_START' && /^[%@`]/.test(rest))
    return scanner('found character that cannot start any token')
  if (error.code === 'MISSING_CHAR') return missingChar(error)
  if (error.code === 'BAD_INDENT' && error.message.startsWith('Flow')) return missingChar(error)
  return texts[error.code] ?? parser('did not find expected node content')
}

function missingChar(error: YAMLParseError): Told {
  if (error.message.includes('quote')) return scanner('found unexpected end of stream')
  if (error.message.includes('with a }') || error.message.includes('map'))
    return parser("did not find expected ',' or '}'")
  if (error.message.includes('with a ]') || error.message.includes('sequence'))
    return parser("did not find expected ',' or ']'")
  return scanner("could not find expected ':'")
}
