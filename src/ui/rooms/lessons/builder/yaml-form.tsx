import { useState } from 'react'
import { withWritten } from '#lesson/build/edit-lesson.ts'
import { writeLesson } from '#lesson/build/write-lesson.ts'
import { completeLesson, hoverLesson } from '#lesson/language/lesson-language.ts'
import { readLesson } from '#lesson/read-lesson.ts'
import { CodeBox } from '#ui/kit/code/code-box.tsx'
import type { Build } from './build.ts'
import styles from './form.module.css'

const language = { complete: completeLesson, hover: hoverLesson, fixes: () => [] }

/** The whole `lesson.yaml`, to be edited by hand. What cannot be read stays in the text, with its problems. [LSN21] */
export function YamlForm({ build }: { readonly build: Build }) {
  const { lesson, change } = build
  const [text, setText] = useState(() => writeLesson(lesson)['lesson.yaml'] ?? '')
  const { problems } = readLesson(lesson.id, { ...writeLesson(lesson), 'lesson.yaml': text })
  const edit = (changed: string) => {
    setText(changed)
    const read = readLesson(lesson.id, { ...writeLesson(lesson), 'lesson.yaml': changed })
    const { lesson: written } = read
    if (written !== null) change((draft) => withWritten(draft, lesson, written))
  }
  return (
    <div className={styles.yaml}>
      <CodeBox
        text={text}
        language="yaml"
        label="lesson.yaml"
        service={language}
        onChange={edit}
        markers={problems
          .filter(({ file }) => file === 'lesson.yaml')
          .map(({ line, column, range, message }) => ({
            startLine: line,
            startColumn: column,
            endLine: line,
            endColumn: column + Math.max(1, range.end - range.start),
            message,
            severity: 'error' as const,
          }))}
      />
      <div role="status" className={styles.problems} hidden={problems.length === 0}>
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
