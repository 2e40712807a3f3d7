const questionWords = ['What', 'Who', 'Whose', 'Whether', 'How', 'Where', 'Which', 'Why']

/** The start of a comment and its first word: at the start of a line, or after code and a space. A URL has no space before. */
const commentStart = /(?:^|[\s{])(?:\/\/|\/\*\*?)\s*(\w*)/
/** The first word of a line inside a block comment. */
const continued = /^\s*\*?\s*(\w+)/

/**
 * Finds the comments of a source text that begin with a question word ("Whether it is open"), which name a subject but
 * say nothing about it. Returns the line number of each and its first word. Several `//` lines in a row are one comment.
 */
export function findQuestionComments(text) {
  const found = []
  let previous = 'code'
  for (const [index, line] of text.split('\n').entries()) {
    const isLineComment = /^\s*\/\//.test(line)
    const start = commentStart.exec(line)
    let word
    if (previous === 'open') word = continued.exec(line)?.[1]
    else if (start !== null && !(isLineComment && previous === 'line')) word = start[1]
    if (word !== undefined && questionWords.includes(word)) found.push({ line: index + 1, word })
    if (/(?:^|[\s{])\/\*\*?\s*$/.test(line)) previous = 'open'
    else previous = isLineComment ? 'line' : 'code'
  }
  return found
}
