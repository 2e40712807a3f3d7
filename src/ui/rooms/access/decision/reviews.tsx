import { isObject, type JsonObject } from '#api/json.ts'
import type { DecisionStep } from '#facts/config-api.ts'
import { classes } from '#ui/kit/button.tsx'
import { spanMs } from '#ui/rooms/access/state/waterfall.ts'
import { yamlLines } from './yaml-lines.ts'
import styles from './decision.module.css'

/** The user before what is asked, for reading; on the wire it stands behind. */
function whoFirst({ resourceAttributes, nonResourceAttributes, ...who }: JsonObject): JsonObject {
  const asked = isObject(resourceAttributes)
    ? { resourceAttributes }
    : { nonResourceAttributes: nonResourceAttributes ?? {} }
  return { ...who, ...asked }
}

/** What the last webhook that was asked got, and what it answered. */
export function Reviews({ steps }: { readonly steps: readonly DecisionStep[] }) {
  const step = steps.findLast(({ review }) => review !== null)
  if (step === undefined || step.review === null) return null
  const { review, answer, isCached } = step.review
  const { kind, apiVersion, spec } = review
  const version = typeof apiVersion === 'string' ? (apiVersion.split('/')[1] ?? '') : ''
  return (
    <div className={styles.reviews}>
      {/* What scrolls must be reached by keys too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label="Review sent" tabIndex={0}>
        <h3>
          {typeof kind === 'string' ? kind : ''} {version}{' '}
          <span>{isCached ? `as it was sent to ${step.name}` : `sent to ${step.name}`}</span>
        </h3>
        <Yaml object={{ spec: isObject(spec) ? whoFirst(spec) : {} }} />
      </section>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label="Answer" tabIndex={0}>
        <h3>
          Answer <span>{isCached ? 'kept from before' : spanMs(step.durationMs)}</span>
        </h3>
        {answer === null ? (
          <p className={styles.failed}>{step.error}</p>
        ) : (
          <Yaml
            object={{
              status: {
                allowed: answer.allowed,
                denied: answer.denied,
                ...(answer.reason === '' ? {} : { reason: answer.reason }),
              },
            }}
          />
        )}
      </section>
    </div>
  )
}

/** An object as YAML, for reading. */
export function Yaml({ object }: { readonly object: JsonObject }) {
  return (
    <pre className={styles.yaml}>
      {yamlLines(object).map(({ depth, key, text, tone }, at) => (
        // Lines of one text never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at} style={{ paddingLeft: `${depth * 2}ch` }}>
          <span className={styles.key}>{key}</span>: <span className={classes(styles[tone])}>{text}</span>
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
