import { Suspense } from 'react'
import { useStore } from 'zustand'
import { useLab } from '#ui/lab/use-lab.ts'
import { LessonsHome } from './home/lessons-home.tsx'
import { draftsOf } from './state/drafts-store.ts'
import { lazily } from '#ui/kit/later.tsx'

const Builder = lazily(async () => (await import('./builder/builder.tsx')).Builder)

/** The home page of lessons, or the builder of one. */
export function LessonsRoom() {
  const shown = useStore(draftsOf(useLab()).store, (state) => state.shown)
  if (shown === '') return <LessonsHome />
  return (
    <Suspense fallback={<p role="status">The builder is opening…</p>}>
      <Builder key={shown} id={shown} />
    </Suspense>
  )
}
