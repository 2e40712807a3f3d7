import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkConfig } from '#config/check-config.ts'
import { conversionEdits } from '#config/language/convert.ts'
import { applyEdits } from '#document/edits.ts'
import { TEXT_LENGTH_MAX } from '#document/read-document.ts'
import { jsonReport } from '#config/report/json-report.ts'
import { type FileReport, countOf, summary } from '#config/report/report.ts'
import { sarifReport } from '#config/report/sarif-report.ts'
import { textReport } from '#config/report/text-report.ts'
import type { ConfigFiles } from '#config/rules/files.ts'
import type { CheckCommand } from './check-command-line.ts'
import { nodeFiles } from '#node/config-files.ts'

/** The output of a command and its exit code. */
export interface CommandResult {
  readonly out: string
  readonly err: string
  readonly code: number
}

interface Source {
  readonly name: string
  readonly text: string
}

/** Checks files or converts them to another dialect. `readInput` reads standard input. */
export function check(command: CheckCommand, readInput: () => string, version: string): CommandResult {
  const { sources, problems } = readAll(command.paths, readInput)
  const problemText = problems.map((problem) => `orchard: ${problem}\n`).join('')
  if (command.to !== undefined) return convert(command, sources, problemText)
  const files = command.root === null ? anyFile : filesUnder(command.root)
  const reports = sources.map(({ name, text }): FileReport => ({
    name,
    text,
    checked: checkConfig(text, { kind: command.kind, files }),
  }))
  const errors = countOf(reports, 'error') + (command.isStrict ? countOf(reports, 'warning') : 0)
  const code = problems.length > 0 ? 2 : errors > 0 ? 1 : 0
  return {
    out: write(command, reports, version),
    err: `${problemText}${command.format === 'text' ? `${summary(reports)}\n` : ''}`,
    code,
  }
}

function write(command: CheckCommand, reports: readonly FileReport[], version: string): string {
  switch (command.format) {
    case 'text':
      return textReport(reports)
    case 'json':
      return jsonReport(reports)
    case 'sarif':
      return sarifReport(reports, version)
  }
}

function convert(command: CheckCommand, sources: readonly Source[], problemText: string): CommandResult {
  const { to, isInPlace } = command
  if (to === undefined) return { out: '', err: problemText, code: 2 }
  if (!isInPlace && sources.length > 1)
    return { out: '', err: `${problemText}orchard: several files need --write\n`, code: 2 }
  let out = ''
  for (const { name, text } of sources) {
    const converted = applyEdits(text, conversionEdits(text, to))
    if (!isInPlace || name === '-') out += converted
    else if (converted !== text) writeFileSync(name, converted)
  }
  return { out, err: problemText, code: problemText === '' ? 0 : 2 }
}

const anyFile: ConfigFiles = { stat: () => ({ type: 'file' }) }
const filesUnder = (root: string): ConfigFiles =>
  root === '/' ? nodeFiles : { stat: (path) => nodeFiles.stat(join(root, path)) }

function readAll(
  paths: readonly string[],
  readInput: () => string,
): { readonly sources: readonly Source[]; readonly problems: readonly string[] } {
  const sources: Source[] = []
  const problems: string[] = []
  for (const path of paths) {
    try {
      if (path === '-') sources.push({ name: '-', text: readInput() })
      else if (statSync(path).isDirectory()) sources.push(...folder(path))
      else sources.push({ name: path, text: readText(path) })
    } catch (error) {
      problems.push(
        `${path}: ${error instanceof Error ? error.message.replace(/^[A-Z]+: /, '').replace(/, \w+ '.*$/, '') : String(error)}`,
      )
    }
  }
  return { sources, problems }
}

/** Returns the configuration files below a folder; files of other kinds are skipped. */
function folder(path: string): readonly Source[] {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(?:ya?ml|json)$/i.test(name) && !/(?:^|\/)(?:node_modules|\.git)\//.test(name),
  )
  const sources: Source[] = []
  for (const name of names.toSorted()) {
    const file = join(path, name)
    if (!statSync(file).isFile()) continue
    const text = readText(file)
    if (isConfiguration.test(text)) sources.push({ name: file, text })
  }
  return sources
}

const isConfiguration =
  /^[ {,"']*kind["']?:[ \t]*["']?(?:Authentication|Authorization|EgressSelector|Tracing)Configuration\b/m

/** Reads no more than the size above which a file is refused. */
function readText(path: string): string {
  if (statSync(path).size > TEXT_LENGTH_MAX * 4) return ' '.repeat(TEXT_LENGTH_MAX + 1)
  return readFileSync(path, 'utf8')
}
