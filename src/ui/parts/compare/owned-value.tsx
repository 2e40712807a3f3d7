import { useMemo } from 'react'
import type { Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { OwnerLetter } from '#ui/kit/text.tsx'
import { useManagerMark } from '#ui/lab/manager-marks.ts'
import { valueWords } from '#ui/parts/managers/conflicts.ts'
import { fieldOwners } from './field-owners.ts'
import styles from './against-live.module.css'

interface OwnedValueProps {
  readonly object: ApiObject
  readonly path: string
  readonly value: Json | undefined
}

/** A value of an object with the letter of its first manager. */
export function OwnedValue({ object, path, value }: OwnedValueProps) {
  const markOf = useManagerMark(object)
  const owners = useMemo(() => fieldOwners(object, path), [object, path])
  const first = owners.split(', ')[0] ?? ''
  const text = valueWords(value)
  return (
    <span className={styles.owned} title={text}>
      {owners !== 'nobody' && <OwnerLetter {...markOf(first)} name={owners} />}
      <code>{text}</code>
    </span>
  )
}
