import type { DecisionStep } from '#facts/config-api.ts'
import { chainWords } from './chain-words.ts'
import styles from './authorizer-chain.module.css'

interface AuthorizerChainProps {
  readonly steps: readonly DecisionStep[]
  readonly verb: string
}

/** The authorizers in the order in which they were asked; the last one is that with which the request ended. [EX4] */
export function AuthorizerChain({ steps, verb }: AuthorizerChainProps) {
  const words = chainWords(steps, verb)
  if (words.length === 0) return null
  return (
    <ol className={styles.chain} aria-label="Authorizers" data-testid="authorizer-chain">
      {words.map(({ name, words: said, state }, at) => (
        <li key={name} data-state={state}>
          <span aria-hidden="true">{at + 1}</span>
          <div>
            <b>{name}</b>
            <small>{said}</small>
          </div>
        </li>
      ))}
    </ol>
  )
}
