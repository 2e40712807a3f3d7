import { useEffect, useState } from 'react'
import { type Licences, loadLicences } from '#ui/proof/licences.ts'
import styles from './pages.module.css'

/** The licence of Orchard, and those of the packages that it contains. [UPS5] */
export function LicencesPage() {
  const [licences, setLicences] = useState<Licences | null>(null)
  useEffect(() => void loadLicences().then(setLicences), [])
  if (licences === null) return <p role="status">Reading the licences…</p>
  return (
    <div className={styles.text} data-testid="licences">
      <p>Orchard is licensed under the Apache License, Version 2.0.</p>
      <Text title="Apache License 2.0" text={licences.licence} />
      <Text title="Notices" text={licences.notice} />
      <h3>
        Packages of others <small>{licences.packages.length}</small>
      </h3>
      {licences.packages.map(({ name, version, licence, text }) => (
        <Text key={`${name} ${version}`} title={`${name} ${version}`} note={licence} text={text} />
      ))}
    </div>
  )
}

interface TextProps {
  readonly title: string
  readonly note?: string
  readonly text: string
}

function Text({ title, note = '', text }: TextProps) {
  if (text === '')
    return (
      <p className={styles.plain}>
        {title} <small>{note}</small>
      </p>
    )
  return (
    <details>
      <summary>
        {title} <small>{note}</small>
      </summary>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={`Licence: ${title}`} role="group">
        {text}
      </pre>
    </details>
  )
}
