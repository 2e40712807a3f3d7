export function findQuestionComments(text: string): { line: number; word: string }[]
