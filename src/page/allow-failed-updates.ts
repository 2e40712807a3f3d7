/**
 * Lets no failed update be an uncaught error: msw asks for a newer script and does not look at the answer. Without a network,
 * or while another tab removes the service worker, the present one goes on. [TR5]
 */
export async function allowFailedUpdates(workers: Pick<ServiceWorkerContainer, 'getRegistrations'>): Promise<void> {
  // The browser gives msw the same objects.
  for (const registration of await workers.getRegistrations()) {
    const update = registration.update.bind(registration)
    registration.update = () => update().catch(() => registration)
  }
}
