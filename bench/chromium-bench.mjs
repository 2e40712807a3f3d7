export const benchChromium = async () => ({ rows: [] })
export const benchPage = async () => ({ rows: [] })
