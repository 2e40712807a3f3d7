import { grouped } from '#proof/grouped.ts'
import type { Difference } from '#proof/differences.ts'
import { groupOf } from '#proof/groups.ts'
import type { DifferingStep } from '#proof/measured.ts'
import type { ProofTable } from '#proof/proof-table.ts'
import { Button } from '#ui/kit/button.tsx'
import { Segments } from '#ui/kit/segments.tsx'
import { countText } from '#ui/model/words.ts'
import type { AboutChoice } from './choice.ts'
import styles from './room.module.css'

interface PanelProps {
  readonly table: ProofTable
  readonly choice: AboutChoice
  readonly set: (next: Partial<AboutChoice>) => void
}

/** The steps that differ for the reason of one line. */
const stepsOf = (table: ProofTable, difference: Difference): readonly DifferingStep[] =>
  table.families
    .filter(({ family }) => difference.measured.some((one) => one.family === family))
    .flatMap(({ differing }) => differing)

/** Lists differences by cause: the measured steps, or all that docs/differences.md declares; and the cases of a chosen row. */
export function DifferencesPanel({ table, choice, set }: PanelProps) {
  const { group } = choice
  const isAll = choice.page === 'all'
  const inGroup = (difference: Difference): boolean =>
    group === '' || difference.measured.some(({ family }) => groupOf(family) === group)
  const known = table.differences.filter((one) => (isAll && group === '') || stepsOf(table, one).length > 0)
  const shown = known.filter(inGroup)
  const sections = [...grouped(shown, ({ section }) => section)]
  return (
    <>
      <header className={styles.sideHead}>
        <h2>What differs, by cause</h2>
        <Segments
          label="Differences"
          value={isAll ? 'all' : 'measured'}
          choices={[
            { value: 'measured', label: 'Measured' },
            { value: 'all', label: `All ${table.differences.length}` },
          ]}
          onChange={(value) => set(value === 'all' ? { page: 'all', group: '' } : { page: '' })}
        />
      </header>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.causes} tabIndex={0} role="region" aria-label="Causes">
        {sections.length === 0 && <p className={styles.quiet}>All steps of {group} agree.</p>}
        {sections.map(([section, lines]) => (
          <section key={section} aria-label={section}>
            <h3>
              {section} <small>{lines.length}</small>
            </h3>
            {lines.map((line) => (
              <Cause key={line.what} line={line} steps={stepsOf(table, line)} set={set} />
            ))}
          </section>
        ))}
        {group !== '' && <Cases table={table} group={group} set={set} />}
      </div>
    </>
  )
}

const plain = (text: string): string => text.replaceAll('`', '')

interface CauseProps {
  readonly line: Difference
  readonly steps: readonly DifferingStep[]
  readonly set: PanelProps['set']
}

function Cause({ line, steps, set }: CauseProps) {
  return (
    <div className={styles.cause}>
      <p>{plain(line.what)}</p>
      {line.reasons.map((reason) => (
        <p key={reason} className={styles.quiet}>
          {plain(reason)}
        </p>
      ))}
      {steps.map(({ name, step }) => (
        <Button key={`${name} ${step}`} look="ghost" size="small" onClick={() => set({ name, step })}>
          {name}, step {step + 1}
        </Button>
      ))}
    </div>
  )
}

/** The cases of the chosen row. */
function Cases({ table, group, set }: Omit<PanelProps, 'choice'> & { readonly group: string }) {
  const families = table.families.filter(({ family }) => groupOf(family) === group)
  const cases = families.flatMap((row) => row.cases)
  return (
    <section aria-label={`Cases of ${group}`}>
      <h3>
        {group} <small>{countText(cases.length, 'case')}</small>
      </h3>
      <ul className={styles.cases}>
        {cases.map((name) => (
          <li key={name}>
            <Button look="ghost" size="small" onClick={() => set({ name, step: 0 })}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
