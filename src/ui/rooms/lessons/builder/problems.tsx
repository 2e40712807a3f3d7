import box from '#ui/rooms/lessons/file/problems.module.css'
import type { Build } from './build.ts'

/** The problems of the lesson, as a reader of its files reports them. Names of steps count from 1. */
const wordsOf = (message: string): string =>
  message.replace(/^steps\[(\d+)\]/, (_all, at: string) => `step ${Number(at) + 1}`)

export function Problems({ build }: { readonly build: Build }) {
  const { problems } = build
  if (problems.length === 0) return null
  return (
    <div className={box.problems} role="status">
      <b>
        {problems.length} {problems.length === 1 ? 'problem' : 'problems'}
      </b>
      <ul>
        {problems.slice(0, 6).map(({ file, line, message }) => (
          <li key={`${file} ${line} ${message}`}>
            {file === 'lesson.yaml' ? '' : `${file}: `}
            {wordsOf(message)}
          </li>
        ))}
      </ul>
    </div>
  )
}
