import { useMemo, useState } from 'react'
import type { ApiObject } from '#api/object-meta.ts'
import { classes } from '#ui/kit/button.tsx'
import { KindTag } from '#ui/kit/text.tsx'
import { countText } from '#ui/model/words.ts'
import type { PathDifference } from '#ui/texts/merge-edit.ts'
import { toYamlText } from '#ui/texts/yaml-text.ts'
import { DiffText } from '#ui/parts/diff/diff-text.tsx'
import { fieldOwners } from './field-owners.ts'
import { OwnedValue } from './owned-value.tsx'
import type { ComparedObject } from './compare-clusters.ts'
import type { ComparedClusters } from './compare-store.ts'
import frame from './compare.module.css'
import styles from './compared-text.module.css'

const PATHS_MAX = 6

const textOf = (object: ApiObject | null, hasManagers: boolean): string => {
  if (object === null) return ''
  if (!hasManagers) return toYamlText(object)
  return `${toYamlText(object)}# managedFields\n${JSON.stringify(object.metadata.managedFields ?? [], null, 2)}\n`
}

/** Names the managers of a field: once, if both sides have the same. */
function ownersText(live: ApiObject | null, branch: ApiObject | null, path: string): string {
  const [there, here] = [fieldOwners(live, path), fieldOwners(branch, path)]
  return there === here ? there : `${there} → ${here}`
}

interface FieldRowProps extends Pick<ComparedObject, 'live' | 'branch'> {
  readonly difference: PathDifference
}

/** A field that differs: both values with the letters of their managers, and the managers' names. */
function FieldRow({ difference: { path, before, after }, live, branch }: FieldRowProps) {
  return (
    <li>
      <code>{path}</code>
      {live !== null && branch !== null && (
        <span className={styles.values}>
          <OwnedValue object={live} path={path} value={before} /> →{' '}
          <OwnedValue object={branch} path={path} value={after} />
        </span>
      )}
      <span>{ownersText(live, branch, path)}</span>
    </li>
  )
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
    <section className={classes(frame.text, styles.sides)} aria-label={`${kind} ${name} of both`}>
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
        {differences.slice(0, PATHS_MAX).map((difference) => (
          <FieldRow key={difference.path} difference={difference} live={live} branch={branch} />
        ))}
        {differences.length > PATHS_MAX && <li>and {countText(differences.length - PATHS_MAX, 'more field')}</li>}
      </ul>
      <DiffText before={before} after={after} sideBySide />
    </section>
  )
}
