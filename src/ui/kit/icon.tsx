import { memo } from 'react'

/** Icons on a 16-pixel grid, drawn with a stroke of 1.4. */
const paths = {
  check: 'M3 8.5l3.2 3.2L13 5',
  down: 'M4.5 6.5L8 10l3.5-3.5',
  right: 'M6.5 4.5L10 8l-3.5 3.5',
  left: 'M9.5 4.5L6 8l3.5 3.5',
  up: 'M4.5 9.5L8 6l3.5 3.5',
  x: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  plus: 'M8 3.5v9M3.5 8h9',
  minus: 'M3.5 8h9',
  pause: 'M5.5 4v8M10.5 4v8',
  play: 'M5.5 3.8v8.4L12 8z',
  step: 'M4.5 4v8l5.5-4zM12 4v8',
  search: 'M7 11.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9zM10.3 10.3L13.5 13.5',
  user: 'M8 8a2.6 2.6 0 1 0 0-5.2A2.6 2.6 0 0 0 8 8zM3 13.5c.5-2.6 2.4-4 5-4s4.5 1.4 5 4',
  copy: 'M5.5 5.5h7v7h-7zM3.5 10.5v-7h7',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  warn: 'M8 2.8l6 10.4H2zM8 6.6v3M8 11.2v.3',
  info: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 7.4v3.4M8 5.2v.3',
  theme: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  bolt: 'M8.5 2.5L4 9h3.5L7 13.5 12 7H8.4z',
  clock: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 5v3.2l2 1.4',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  goto: 'M3.5 8h8M8.5 4.8L11.7 8l-3.2 3.2',
  drop: 'M8 3v7M5 7.3L8 10.3l3-3M3.5 13h9',
  lift: 'M8 10V3M5 5.7L8 2.7l3 3M3.5 13h9',
  lock: 'M4 7.5h8v5.7H4zM5.6 7.5V5.4a2.4 2.4 0 0 1 4.8 0v2.1',
  terminal: 'M2.5 3.5h11v9h-11zM5 6.5l2 1.5l-2 1.5M8.5 10h2.5',
  undo: 'M6.5 3.5L3 7l3.5 3.5M3.2 7h6.3a3.5 3.5 0 0 1 0 7H7',
  redo: 'M9.5 3.5L13 7l-3.5 3.5M12.8 7H6.5a3.5 3.5 0 0 0 0 7H9',
  branch: 'M5 3v10M5 9.5c3.6 0 6-1.6 6-5M8.8 6.2L11 4l2.2 2.2',
} as const

export type IconName = keyof typeof paths

/** An icon next to text or inside a button with a name; hidden from screen readers. */
export const Icon = memo(function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" style={{ flex: 'none', display: 'block' }}>
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.4}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
})
