import { parseArgs } from 'node:util'

/** The parsed arguments of `orchard lesson`. */
export interface LessonCommand {
  readonly type: 'lesson'
  /** `check` reads the files; `test` also plays them. */
  readonly act: 'check' | 'test'
  readonly folders: readonly string[]
}

export const lessonUsage = `Commands of lesson:
  lesson check DIR…         read lessons and report each problem with file, line and column
  lesson test DIR…          read them, then play each one's answers and mistakes against a fresh server
  DIR                       the folder of a lesson, a folder of such folders, or an exported lesson (.zip, .lesson.json)
  Exit code 0: no problems; 1: problems; 2: it could not be read.
`

export function parseLesson(
  args: readonly string[],
): LessonCommand | { readonly type: 'wrong'; readonly message: string } | { readonly type: 'help' } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h', default: false } },
  })
  if (values.help) return { type: 'help' }
  const [act, ...folders] = positionals
  if (act !== 'check' && act !== 'test')
    return { type: 'wrong', message: `lesson needs check or test, not ${JSON.stringify(act ?? '')}` }
  if (folders.length === 0) return { type: 'wrong', message: `lesson ${act} needs a folder` }
  return { type: 'lesson', act, folders }
}
