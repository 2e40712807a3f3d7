import { useState } from 'react'
import { withWritten } from '#lesson/build/edit-lesson.ts'
import { writeLesson } from '#lesson/build/write-lesson.ts'
import { readLesson } from '#lesson/read-lesson.ts'
import { LessonYaml } from '#ui/rooms/lessons/file/lesson-yaml.tsx'
import type { Build } from './build.ts'
import styles from './form.module.css'

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
      <LessonYaml text={text} problems={problems} onChange={edit} />
    </div>
  )
}
