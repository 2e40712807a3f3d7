import '#ui/kit/fonts.css'
import '#ui/kit/tokens.css'
import '#ui/kit/base.css'
import { Button } from '#ui/kit/button.tsx'
import styles from './sentence-only.module.css'

/** The page when there is no server to show: one sentence, a second try, and the way to the server in this browser. */
export function SentenceOnly({ sentence }: { readonly sentence: string }) {
  return (
    <main className={styles.page}>
      <h1>Orchard</h1>
      <p role="alert">{sentence}</p>
      <p>
        <Button onClick={() => location.reload()}>Try again</Button> <a href="./">Open the server in this browser</a>
      </p>
    </main>
  )
}
