import { useState } from 'react'
import { lessonFile, lessonLink } from '#lesson/carry/link.ts'
import { linkComfortable } from '#lesson/carry/limits.ts'
import { zipLesson } from '#lesson/carry/zip.ts'
import { broughtId } from '#lesson/carry/carried.ts'
import { writeLesson } from '#lesson/build/write-lesson.ts'
import { Button } from '#ui/kit/button.tsx'
import { copyText, downloadBytes, downloadText } from '#ui/kit/copy-text.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { draftsOf } from '#ui/rooms/lessons/state/drafts-store.ts'
import type { Build } from './build.ts'
import { firstWordsOf } from './first-words.ts'
import styles from './builder.module.css'

/** The address that opens a lesson. */
const addressOf = (fragment: string): string => `${location.origin}${location.pathname}${fragment}`

/** The ways out: as a folder, a file or a link. Only a lesson without problems leaves. [LSN22] */
function Exports({ build }: { readonly build: Build }) {
  const { lesson, problems } = build
  const [told, setTold] = useState('')
  const isBroken = problems.length > 0
  const [firstUnwritten] = firstWordsOf(lesson)
  const name = broughtId(lesson.title).replace(/^own-/, '')
  const copyLink = () => {
    const fragment = lessonLink(writeLesson(lesson))
    if (fragment.length > linkComfortable) setTold('Too long for a link: send the file')
    else void copyText(addressOf(fragment)).then((done) => setTold(done ? 'Link copied' : 'Copying is not allowed'))
  }
  return (
    <>
      <Button
        size="small"
        look="ghost"
        disabled={isBroken}
        onClick={() => downloadBytes(zipLesson(name, writeLesson(lesson)), `${name}.zip`, 'application/zip')}
      >
        Export folder
      </Button>
      <Button
        size="small"
        look="ghost"
        disabled={isBroken}
        onClick={() => downloadText(lessonFile(writeLesson(lesson)), `${name}.lesson.json`, 'application/json')}
      >
        Export file
      </Button>
      <Button size="small" icon="lift" disabled={isBroken} onClick={copyLink}>
        Copy link
      </Button>
      <span role="status" className={styles.told}>
        {told}
      </span>
      {firstUnwritten !== undefined && build.view.type !== 'about' && (
        <Button size="small" look="ghost" onClick={() => build.setView({ type: 'about', field: firstUnwritten })}>
          Name it and say what it is about…
        </Button>
      )}
    </>
  )
}

/** The button that led here is gone: without a focus inside, the keys of the builder would not work. */
const focusWhenLost = (heading: HTMLElement | null): void => {
  if (document.activeElement === document.body) heading?.focus()
}

/** Title of the lesson, its text as a file, and the ways out. */
export function BuilderHead({ build }: { readonly build: Build }) {
  const lab = useLab()
  const { lesson, view, setView, draft } = build
  const isYaml = view.type === 'yaml'
  const [firstStep] = draft.steps
  const showForm = () => setView(firstStep === undefined ? { type: 'about' } : { type: 'step', key: firstStep.key })
  return (
    <header className={styles.head}>
      <h2 tabIndex={-1} ref={focusWhenLost}>
        {lesson.title || 'A lesson without a title'}
      </h2>
      <span className={styles.note}>
        {lesson.group} · {lesson.minutes} min · par {lesson.par}
      </span>
      <Button size="small" look="ghost" icon="menu" onClick={() => draftsOf(lab).show('')}>
        All lessons
      </Button>
      <Button
        size="small"
        look="ghost"
        aria-pressed={isYaml}
        onClick={() => (isYaml ? showForm() : setView({ type: 'yaml' }))}
      >
        lesson.yaml
      </Button>
      <Exports build={build} />
    </header>
  )
}
