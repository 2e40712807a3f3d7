/** Files that a lesson is read from, by their path in its folder. Others of the folder are left out. */
export const isLessonFile = (name: string): boolean =>
  /^(?:lesson\.yaml|text\.md|cassette\.jsonl|(?:seed|config|actors)\/[A-Za-z0-9._-]{1,80}\.ya?ml)$/.test(name)

/** Files of a folder that are read at all, wherever they stand. */
export const isLessonText = (name: string): boolean => /\.(?:ya?ml|md|jsonl)$/.test(name)
