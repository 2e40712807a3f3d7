import type { ReactNode } from 'react'

/** Parts of a line: code, strong and emphasized words. Links and pictures are not needed in lessons. */
function inline(text: string): readonly ReactNode[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/).map((part, at) => {
    // The parts of one text never move.
    const key = `${at} ${part}`
    if (/^`.+`$/.test(part)) return <code key={key}>{part.slice(1, -1)}</code>
    if (/^\*\*.+\*\*$/.test(part)) return <strong key={key}>{part.slice(2, -2)}</strong>
    return /^\*.+\*$/.test(part) ? <em key={key}>{part.slice(1, -1)}</em> : part
  })
}

/** A text of a lesson as a line: no paragraphs. */
export function Line({ text }: { readonly text: string }) {
  return <>{inline(text.replaceAll('\n', ' '))}</>
}

/** A text of a lesson: paragraphs of words, code, strong and emphasized parts. */
export function Words({ text }: { readonly text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((part) => part.trim() !== '')
  return (
    <>
      {paragraphs.map((part) => (
        <p key={part}>
          <Line text={part.trim()} />
        </p>
      ))}
    </>
  )
}
