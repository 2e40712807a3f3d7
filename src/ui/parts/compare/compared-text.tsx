import { useMemo, useState } from 'react'
import type { ApiObject } from '#api/object-meta.ts'
import { KindTag } from '#ui/kit/text.tsx'
import { toYamlText } from '#ui/texts/yaml-text.ts'
import { DiffText } from '#ui/parts/diff/diff-text.tsx'
import { fieldOwners } from './field-owners.ts'
import type { ComparedObject } from './compare-clusters.ts'
import type { ComparedClusters } from './compare-store.ts'
import styles from './compare.module.css'

const PATHS_MAX = 6

const textOf = (object: ApiObject | null, hasManagers: boolean): string => {
  if (object === null) return ''
  if (!hasManagers) return toYamlText(object)
  return `${toYamlText(object)}# managedFields\n${JSON.stringify(object.metadata.managedFields ?? [], null, 2)}\n`
}

interface ComparedTextProps {
  readonly object: ComparedObject
  readonly compared: ComparedClusters
}

/** One object of both sides: the fields that differ with their managers, then the texts. [BC1] */
export function ComparedText({ object, compared }: ComparedTextProps) {
  const { kind, group, name, live, branch, differences } = object
  const [hasManagers, setManagers] = useState(false)
  const before = useMemo(() => textOf(live, hasManagers), [live, hasManagers])
  const after = useMemo(() => textOf(branch, hasManagers), [branch, hasManagers])
  return (
    <section className={styles.text} aria-label={`${kind} ${name} of both`}>
      <h3>
        <KindTag kind={kind} group={group} /> <b>{name}</b>
        <label>
          <input type="checkbox" checked={!hasManagers} onChange={({ target }) => setManagers(!target.checked)} /> Hide
          managedFields
        </label>
      </h3>
      {/* Scrolls by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul tabIndex={0} className={styles.owners} aria-label="Fields that differ, with their managers">
        {live === null && <li>{compared.live.title} does not have this object.</li>}
        {branch === null && <li>{compared.branch.title} does not have this object.</li>}
        {differences.slice(0, PATHS_MAX).map(({ path }) => (
          <li key={path}>
            <code>{path}</code>
            <span>
              {compared.live.title}: {fieldOwners(live, path)}; {compared.branch.title}: {fieldOwners(branch, path)}
            </span>
          </li>
        ))}
        {differences.length > PATHS_MAX && <li>and {differences.length - PATHS_MAX} more fields</li>}
      </ul>
      <DiffText before={before} after={after} sideBySide />
    </section>
  )
}
