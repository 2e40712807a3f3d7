import { isBlank, isBlankOrEnd, isBreak, isBreakOrEnd, type YamlCharacters } from './yaml-characters.ts'
import { YamlError, type YamlMark } from './yaml-errors.ts'

const wordAt = /[0-9A-Za-z_-]*/y
/** Characters of a tag's URI besides `%`. */
const uriAt = /[0-9A-Za-z_\-;/?:@&=+$,.!~*'()[\]]*/y
const digitsAt = /[0-9]*/y

/** Scans a tag and resolves its handle: `!!int`, `!local`, `!<tag:yaml.org,2002:int>`. @throws YamlError */
export function scanTag(characters: YamlCharacters): string {
  const start = characters.mark()
  const tag = characters.startsWith('!<') ? scanVerbatim(characters, start) : scanShorthand(characters, start)
  if (!isBlankOrEnd(characters.peek()))
    throw failed('did not find expected whitespace or line break', characters, start)
  return tag
}

function scanVerbatim(characters: YamlCharacters, start: YamlMark): string {
  characters.skip(2)
  const uri = scanUri(characters, start)
  if (characters.peek() !== '>') throw failed("did not find the expected '>'", characters, start)
  characters.skip()
  return uri
}

function scanShorthand(characters: YamlCharacters, start: YamlMark): string {
  const handle = scanHandle(characters)
  if (handle === '!!') return `tag:yaml.org,2002:${scanUri(characters, start)}`
  if (handle.length > 1 && handle.endsWith('!')) throw YamlError.atToken('found undefined tag handle', start, start)
  return handle + scanUri(characters, start, true)
}

/** Scans `!`, `!!`, `!name!`, or the beginning `!name` of a local tag. */
function scanHandle(characters: YamlCharacters): string {
  characters.skip()
  const name = `!${characters.takeWord(wordAt)}`
  return characters.peek() === '!' ? name + characters.take() : name
}

/** Scans the rest of a tag, which may be empty only after its beginning. */
function scanUri(characters: YamlCharacters, start: YamlMark, canBeEmpty = false): string {
  let uri = characters.takeWord(uriAt)
  while (characters.peek() === '%') uri += scanEscaped(characters, start) + characters.takeWord(uriAt)
  if (uri === '' && !canBeEmpty) throw failed('did not find expected tag URI', characters, start)
  return uri
}

/** Scans one character of which each octet is written as `%` and two hexadecimal digits. */
function scanEscaped(characters: YamlCharacters, start: YamlMark): string {
  const octets: number[] = []
  let width = 1
  do {
    const octet = /^%[0-9A-Fa-f]{2}$/.test(characters.peekText(3))
      ? parseInt(characters.peekText(3).slice(1), 16)
      : null
    if (octet === null) throw failed('did not find URI escaped octet', characters, start)
    if (octets.length === 0) width = widthOf(octet)
    if (width === 0) throw failed('found an incorrect leading UTF-8 octet', characters, start)
    if (octets.length > 0 && (octet & 0xc0) !== 0x80)
      throw failed('found an incorrect trailing UTF-8 octet', characters, start)
    octets.push(octet)
    characters.skip(3)
  } while (octets.length < width)
  return new TextDecoder().decode(Uint8Array.from(octets))
}

/** Returns the number of octets of the character that an octet of UTF-8 begins; 0 if it begins none. */
function widthOf(octet: number): number {
  if ((octet & 0x80) === 0) return 1
  if ((octet & 0xe0) === 0xc0) return 2
  if ((octet & 0xf0) === 0xe0) return 3
  return (octet & 0xf8) === 0xf0 ? 4 : 0
}

const failed = (problem: string, characters: YamlCharacters, start: YamlMark): YamlError =>
  YamlError.atCharacter(problem, characters.mark(), start)

/** Scans the line of a directive; returns `YAML 1.1` or `TAG !handle! prefix`. @throws YamlError */
export function scanDirective(characters: YamlCharacters): string {
  const start = characters.mark()
  const fail = (problem: string): YamlError => failed(problem, characters, start)
  characters.skip()
  const name = characters.takeWord(wordAt)
  if (name === '') throw fail('could not find expected directive name')
  if (!isBlankOrEnd(characters.peek())) throw fail('found unexpected non-alphabetical character')
  if (name !== 'YAML' && name !== 'TAG') throw fail('found unknown directive name')
  characters.skipBlanks()
  const value = name === 'YAML' ? scanVersion(characters, fail) : scanTagDirective(characters, start, fail)
  characters.skipBlanks()
  characters.skipComment()
  if (!isBreakOrEnd(characters.peek())) throw fail('did not find expected comment or line break')
  if (isBreak(characters.peek())) characters.takeBreak()
  return `${name} ${value}`
}

type Fail = (problem: string) => YamlError

function scanVersion(characters: YamlCharacters, fail: Fail): string {
  const major = scanNumber(characters, fail)
  if (characters.peek() !== '.') throw fail("did not find expected digit or '.' character")
  characters.skip()
  return `${major}.${scanNumber(characters, fail)}`
}

function scanNumber(characters: YamlCharacters, fail: Fail): number {
  const digits = characters.takeWord(digitsAt)
  if (digits.length > 2) throw fail('found extremely long version number')
  if (digits === '') throw fail('did not find expected version number')
  return Number(digits)
}

function scanTagDirective(characters: YamlCharacters, start: YamlMark, fail: Fail): string {
  if (characters.peek() !== '!') throw fail("did not find expected '!'")
  const handle = scanHandle(characters)
  if (handle !== '!' && !(handle.length > 1 && handle.endsWith('!'))) throw fail("did not find expected '!'")
  if (!isBlank(characters.peek())) throw fail('did not find expected whitespace')
  characters.skipBlanks()
  const prefix = scanUri(characters, start)
  if (!isBlankOrEnd(characters.peek())) throw fail('did not find expected whitespace or line break')
  return `${handle} ${prefix}`
}
