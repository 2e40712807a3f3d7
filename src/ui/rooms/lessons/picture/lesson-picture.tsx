import { shapePath } from '#ui/kit/glyph.tsx'
import styles from './picture.module.css'

interface LessonPictureProps {
  /** Marks of a rail, in order. */
  readonly marks: readonly string[]
  readonly width?: number
  /** Label for screen readers; absent where the text beside the picture says the same. */
  readonly label?: string
}

const middle = 17

const write = (verb: 'create' | 'update' | 'patch' | 'apply' | 'delete', x: number, pending = false): string =>
  shapePath({ verb, pending }, x, middle, 1)

interface MarkProps {
  readonly mark: string
  readonly x: number
}

/** A flag of a watch, as on the rail: it flies towards the past, and bears the letter of its client. */
function Flag({ x, letter, look }: { readonly x: number; readonly letter: string; readonly look: string | undefined }) {
  return (
    <g className={look}>
      <path d={`M${x} ${middle}V3.5H${x - 14}L${x - 11} 9L${x - 14} 14.5H${x}`} />
      <text x={x - 5} y={12.3}>
        {letter}
      </text>
    </g>
  )
}

/** Draws one mark; as on the rail, its shape is the kind of the write. */
function MarkShape({ mark, x }: MarkProps) {
  switch (mark) {
    case 'create':
    case 'update':
    case 'patch':
    case 'apply':
      return <path className={styles[mark]} d={write(mark, x)} />
    case 'delete':
      return <path className={styles.delete} d={write('delete', x)} />
    case 'asked':
      return <path className={styles.delete} d={write('delete', x, true)} />
    case 'refused':
    case 'deny':
      return <path className={styles.refused} d={`M${x - 4} 4L${x} 12L${x + 4} 4`} />
    case 'watch':
      return <Flag x={x} letter="A" look={styles.watch} />
    case 'gone':
      return <Flag x={x} letter="D" look={styles.gone} />
    case 'page':
      return <rect className={styles.page} x={x - 6} y={middle - 5} width={12} height={10} rx={2} />
    case 'token':
    case 'budget':
      return <rect className={styles.bar} x={x - 6} y={middle - 2.5} width={12} height={5} />
    default:
      return <circle className={styles[ringOf(mark)]} cx={x} cy={middle} r={4} />
  }
}

const ringOf = (mark: string): string =>
  mark === 'bookmark' || mark === 'allow' ? 'live' : mark === 'dry' ? 'hollow' : mark === 'skip' ? 'skip' : 'read'

/** A small rail with the marks of a lesson, or with those that a learner made. [LSN14] */
export function LessonPicture({ marks, width = 114, label }: LessonPictureProps) {
  const gap = Math.min(30, (width - 16) / Math.max(1, marks.length))
  return (
    <svg
      className={styles.picture}
      width={width}
      height={33}
      viewBox={`0 0 ${width} 33`}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path className={styles.line} d={`M0 ${middle}H${width}`} />
      {marks.map((mark, at) => (
        // The same mark may come several times; their order is what tells them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <MarkShape key={at} mark={mark} x={16 + at * gap} />
      ))}
    </svg>
  )
}

/** One mark without its rail. A flag stands to the left of its pole. */
export function MarkPicture({ mark }: { readonly mark: string }) {
  // On a rail a refusal stands above the line; here it stands alone.
  const box = mark === 'watch' || mark === 'gone' ? '1 2 16 26' : mark === 'refused' ? '8 -5 16 26' : '8 4 16 26'
  return (
    <svg className={styles.picture} width={16} height={26} viewBox={box} aria-hidden="true">
      <MarkShape mark={mark} x={16} />
    </svg>
  )
}
