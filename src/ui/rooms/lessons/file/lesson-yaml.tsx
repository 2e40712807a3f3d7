import type { LessonProblem } from '#lesson/fields.ts'
import { completeLesson, hoverLesson } from '#lesson/language/lesson-language.ts'
import { CodeBox } from '#ui/kit/code/code-box.tsx'
import styles from './file.module.css'
import box from './problems.module.css'

const language = { complete: completeLesson, hover: hoverLesson, fixes: () => [] }

interface LessonYamlProps {
  readonly text: string
  /** Those of all files of the lesson. */
  readonly problems: readonly LessonProblem[]
  readonly onChange: (text: string) => void
}

/** The text of `lesson.yaml` with completion, hover, and its problems at their ranges. [LSN24] */
export function LessonYaml({ text, problems, onChange }: LessonYamlProps) {
  return (
    <div className={styles.yaml}>
      <CodeBox
        text={text}
        language="yaml"
        label="lesson.yaml"
        service={language}
        onChange={onChange}
        markers={problems
          .filter(({ file }) => file === 'lesson.yaml')
          .map(({ line, column, endLine, endColumn, message }) => ({
            startLine: line,
            startColumn: column,
            endLine,
            // Monaco shows nothing for an empty range.
            endColumn: endLine === line && endColumn === column ? endColumn + 1 : endColumn,
            message,
            severity: 'error' as const,
          }))}
      />
      <div role="status" className={box.problems} hidden={problems.length === 0}>
        <ul>
          {problems.slice(0, 6).map(({ file, line, column, message }) => (
            <li key={`${file} ${line} ${message}`}>
              {file}:{line}:{column}: {message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
