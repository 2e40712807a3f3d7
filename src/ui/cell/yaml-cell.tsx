import { useStore } from 'zustand'
import { KindSquare } from '#ui/kit/text.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { toYamlText } from '#ui/texts/yaml-text.ts'
import styles from './cell.module.css'

/** Splits a line of YAML at its key. */
const keyPattern = /^(\s*(?:- )*)([^\s'"#][^:]*:)(?=\s|$)(.*)$/

/** The selected object as of the cursor. */
export function YamlCell() {
  const lab = useLab()
  const ref = useStore(lab.selection, ({ object }) => object)
  const items = useStore(lab.view, ({ groups }) => (ref === null ? undefined : groups.get(ref.resourceId)?.items))
  const object = [...(items?.values() ?? [])].find(
    ({ metadata }) => metadata.name === ref?.name && (metadata.namespace ?? '') === ref?.namespace,
  )
  const isLoading = useStore(
    lab.objects,
    ({ discovered, collections }) =>
      !discovered || (ref !== null && collections.get(ref.resourceId)?.state === 'loading'),
  )
  if (ref === null) return <p className={styles.empty}>This cell names no object.</p>
  if (object === undefined && isLoading) return <Loading name={ref.name} />
  if (object === undefined) return <p className={styles.empty}>{ref.name} is not here at this revision.</p>
  const { kind = '', metadata } = object
  return (
    <>
      <header className={styles.head}>
        <KindSquare kind={kind} group={undefined} />
        <span>
          {kind} <b>{metadata.name}</b>
        </span>
        <small>
          {metadata.namespace === undefined ? '' : `${metadata.namespace}, `}at {metadata.resourceVersion}
        </small>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it */}
      <section tabIndex={0} className={styles.code} aria-label={`${kind} ${metadata.name ?? ''} as YAML`}>
        <pre>
          {toYamlText(object)
            .split('\n')
            .map((line, at) => (
              // A line has no identity but its number.
              // oxlint-disable-next-line react/no-array-index-key
              <Line key={at} line={line} />
            ))}
        </pre>
      </section>
    </>
  )
}

/** As high as a long object, so that the page below does not move away from a pointer when the object arrives. [EM5] */
function Loading({ name }: { readonly name: string }) {
  return (
    <>
      <header className={styles.head}>
        <b>{name}</b>
      </header>
      <p className={styles.loading} role="status">
        Loading…
      </p>
    </>
  )
}

function Line({ line }: { readonly line: string }) {
  const [, indent, key, rest] = keyPattern.exec(line) ?? []
  if (key === undefined) return <span>{`${line}\n`}</span>
  return (
    <span>
      {indent}
      <span className={styles.key}>{key}</span>
      {`${rest ?? ''}\n`}
    </span>
  )
}
