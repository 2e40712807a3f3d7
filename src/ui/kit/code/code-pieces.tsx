import type { CodePiece } from './highlight-code.ts'
import styles from './code-field.module.css'

/** The pieces of a line in the colours of the editor. */
export function CodePieces({ pieces }: { readonly pieces: readonly CodePiece[] }) {
  return pieces.map(({ kind, text }, at) =>
    kind === 'plain' ? (
      text
    ) : (
      // Pieces have no identity but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={at} className={styles[kind]}>
        {text}
      </span>
    ),
  )
}
