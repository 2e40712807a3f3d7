import { type ReactNode, useId } from 'react'
import { Count } from './button.tsx'
import styles from './section.module.css'

interface SectionProps {
  readonly title: string
  readonly note?: string
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** One section of the inspector, with its heading. */
export function Section({ title, note, tools, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        {note !== undefined && <Count>{note}</Count>}
        <span className={styles.space} />
        {tools}
      </header>
      {children}
    </section>
  )
}
