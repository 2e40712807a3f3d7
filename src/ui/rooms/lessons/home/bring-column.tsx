import { type ChangeEvent, type DragEvent, useEffect, useEffectEvent, useState } from 'react'
import { useStore } from 'zustand'
import { lessonLinkIn, readLessonLink } from '#lesson/carry/link.ts'
import { type Carried, refused } from '#lesson/carry/carried.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { broughtOf } from '#ui/rooms/lessons/state/brought-store.ts'
import { isLessonDropped, readDropped, readLessonBlob, readPasted } from '#ui/rooms/lessons/state/read-dropped.ts'
import styles from './make.module.css'

const pasteKeys = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘V' : 'Ctrl V'

/** The result of the last lesson that was imported. */
function Outcome({ last }: { readonly last: Carried | null }) {
  if (last === null) return null
  if (last.type === 'lesson') return <p>“{last.lesson.title}” is among the lessons.</p>
  return (
    <div className={styles.refused} role="alert">
      {last.words}
      <ul>
        {last.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  )
}

/** Brings what a reading gives; what cannot be read is refused in words. */
function useBring(): (reading: Promise<Carried>) => void {
  const brought = broughtOf(useLab())
  return (reading) =>
    void reading.then(
      (carried) => brought.bring(carried),
      (error: unknown) => brought.bring(refused(`It cannot be read: ${String(error)}`)),
    )
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null

const noLessonWords =
  'What you pasted is no lesson. A lesson is a link with “#l=lesson-”, the text of its file, or lesson.yaml with its title and steps.'

/**
 * Takes what is pasted outside of text fields while the home page is shown, if it holds a lesson. What nobody else on the
 * page takes is refused in words. [LSN37]
 */
function usePaste(bring: (reading: Promise<Carried>) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, target } = event
    if (clipboardData === null || isField(target)) return
    const reading = readPasted(clipboardData)
    if (reading === null) return
    // The page would take a link or a file for a moment or for objects.
    event.preventDefault()
    event.stopPropagation()
    bring(reading)
  })
  // The page listens on the document: after it, the window gets the event.
  const onLeft = useEffectEvent(({ clipboardData, target, defaultPrevented }: ClipboardEvent) => {
    if (defaultPrevented || isField(target)) return
    if (clipboardData?.getData('text/plain').trim()) bring(Promise.resolve(refused(noLessonWords)))
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    const listenLast = (event: ClipboardEvent) => onLeft(event)
    document.addEventListener('paste', listen, { capture: true })
    window.addEventListener('paste', listenLast)
    return () => {
      document.removeEventListener('paste', listen, { capture: true })
      window.removeEventListener('paste', listenLast)
    }
  }, [])
}

/** Takes a lesson that is dropped anywhere on the home page; the page would take its files for objects. [LSN37] */
function useDrop(take: (data: DataTransfer) => void): void {
  const onDrop = useEffectEvent((event: globalThis.DragEvent) => {
    const { dataTransfer } = event
    if (dataTransfer === null || !isLessonDropped(dataTransfer)) return
    event.preventDefault()
    event.stopPropagation()
    take(dataTransfer)
  })
  useEffect(() => {
    const listen = (event: globalThis.DragEvent) => onDrop(event)
    document.addEventListener('drop', listen, { capture: true })
    return () => document.removeEventListener('drop', listen, { capture: true })
  }, [])
}

/** Takes a folder, a packed one, or a file from someone else. */
function DropZone() {
  const bring = useBring()
  usePaste(bring)
  const [isOver, setOver] = useState(false)
  const take = (data: DataTransfer) => {
    setOver(false)
    bring(readDropped(data))
  }
  useDrop(take)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    take(event.dataTransfer)
  }
  const onChoose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file !== undefined) bring(readLessonBlob(file))
    target.value = ''
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the file field below does the same by keyboard
    <div
      className={styles.drop}
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Icon name="drop" />
      <b>Drop a folder or a .zip</b>
      <span>
        or <kbd>{pasteKeys}</kbd> paste,{' '}
        <label className={styles.choose}>
          or choose a file
          <input type="file" className="visually-hidden" accept=".zip,.json,.yaml" onChange={onChoose} />
        </label>
      </span>
    </div>
  )
}

/** Takes the link of a lesson. */
function LinkField() {
  const brought = broughtOf(useLab())
  const [address, setAddress] = useState('')
  const open = () => {
    const fragment = lessonLinkIn(address)
    const words = 'This is not a link to a lesson: it has no part that begins with “#l=lesson-”.'
    brought.bring(fragment === null ? refused(words) : readLessonLink(fragment))
    // A link that was refused stays, to be mended.
    if (brought.store.getState().last?.type === 'lesson') setAddress('')
  }
  return (
    <form
      className={styles.address}
      onSubmit={(event) => {
        event.preventDefault()
        open()
      }}
    >
      <input
        className={styles.source}
        aria-label="Link to a lesson"
        placeholder="Link to a lesson"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <Button size="small" type="submit">
        Open
      </Button>
    </form>
  )
}

interface BringColumnProps {
  readonly onStart: (lesson: Lesson) => void
}

/** Lessons from others: how they come in, and those that this browser keeps. [LSN22] */
export function BringColumn({ onStart }: BringColumnProps) {
  const brought = broughtOf(useLab())
  const { lessons, last } = useStore(brought.store)
  return (
    <section className={styles.make} aria-label="Bring a lesson">
      <h3>Bring a lesson</h3>
      <DropZone />
      <LinkField />
      <div role="status">
        <Outcome last={last} />
      </div>
      {lessons.length > 0 && (
        <ul className={styles.list} aria-label="From others">
          {lessons.map((lesson) => (
            <li key={lesson.id}>
              <span>
                {lesson.title} <small>{`${lesson.steps.length} ${lesson.steps.length === 1 ? 'step' : 'steps'}`}</small>
              </span>
              <Button size="small" aria-label={`Start ${lesson.title}`} onClick={() => onStart(lesson)}>
                Start
              </Button>
              <IconButton
                icon="x"
                iconSize={12}
                size="small"
                label={`Remove ${lesson.title}`}
                onClick={() => brought.remove(lesson.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
