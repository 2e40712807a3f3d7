import { IconButton } from '#ui/kit/button.tsx'
import { PartsTable } from '#ui/rooms/config/editor/parts-table.tsx'
import styles from '#ui/rooms/config/editor/microscope.module.css'
import { chosenSample } from '#ui/rooms/config/policy-state/policy-store.ts'
import { usePolicyRoom, usePolicyState } from '#ui/rooms/config/policy-state/use-policy.ts'

/** Shows an expression of a policy or schema part by part, with the values that the server found for the sample. [CB13] */
export function PolicyMicroscope() {
  const { store } = usePolicyRoom()
  const pointer = usePolicyState((state) => state.inspected)
  const trial = usePolicyState((state) => state.trials[chosenSample(state)?.id ?? ''])
  const limit = usePolicyState((state) => state.limits.call)
  if (pointer === '') return null
  const found = trial?.expressions.find((one) => one.pointer === pointer)
  const close = () => store.inspect('')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.scope}
      aria-label="Microscope"
      data-testid="policy-microscope"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        close()
      }}
    >
      <header>
        <h3>Microscope</h3>
        <code title={pointer}>{pointer.slice(1).replaceAll('/', '.')}</code>
        <IconButton icon="x" size="small" iconSize={14} label="Close the microscope" onClick={close} />
      </header>
      {found === undefined || found.parts.length === 0 ? (
        <p className={styles.say}>
          {trial === undefined ? 'Choose an object to try.' : 'This write did not need the expression.'}
        </p>
      ) : (
        <PartsTable cost={found.cost} limit={limit} parts={found.parts} />
      )}
    </section>
  )
}
