import { useEffect, useRef } from 'react'
import type { DraftHead } from '#lesson/build/draft.ts'
import { countWords } from '#lesson/words.ts'
import type { Build } from './build.ts'
import { TextField } from './field.tsx'
import { Problems } from './problems.tsx'
import styles from './form.module.css'

const aboutMax = 12
const textMax = 120

/** The words about the whole lesson. */
export function AboutForm({ build }: { readonly build: Build }) {
  const { draft, change, view } = build
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (view.type !== 'about' || view.field === undefined) return
    const control = form.current?.querySelector<HTMLInputElement>(`[name='${view.field}']`)
    control?.focus()
    control?.select()
  }, [view])
  const set = (head: Partial<DraftHead>) => change((now) => ({ ...now, ...head }))
  const [aboutWords, textWords] = [countWords(draft.about), countWords(draft.text)]
  return (
    <div className={styles.form} ref={form}>
      <Problems build={build} />
      <TextField label="Title" name="title" value={draft.title} onChange={(title) => set({ title })} />
      <TextField
        label="Group"
        note="its place on the home page"
        value={draft.group}
        onChange={(group) => set({ group })}
      />
      <TextField
        label="About"
        name="about"
        note={`${aboutWords} of ${aboutMax} words`}
        isOver={aboutWords > aboutMax}
        value={draft.about}
        onChange={(about) => set({ about })}
      />
      <TextField
        label="Before the first step"
        name="text"
        note={`${textWords} of ${textMax} words`}
        isOver={textWords > textMax}
        lines={4}
        value={draft.text}
        onChange={(text) => set({ text })}
      />
      <TextField
        label="Minutes"
        note="how long it takes"
        value={String(draft.minutes)}
        onChange={(text) => set({ minutes: Number(text.replaceAll(/\D/g, '').slice(0, 3)) })}
      />
    </div>
  )
}
