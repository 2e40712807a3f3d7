export const nativeText: (text: string) => string
export const referenceText: (text: string) => string
