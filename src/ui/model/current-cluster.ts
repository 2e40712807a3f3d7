/** The cluster that this tab shows, by its address; `''` for the oldest one. [MC5] */
export const currentCluster = (): string =>
  typeof location === 'undefined' ? '' : (new URLSearchParams(location.search).get('cluster') ?? '')
