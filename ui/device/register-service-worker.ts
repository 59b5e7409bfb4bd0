/** Has the browser keep the page's files, so that a reload works while the box is away: on localhost, in the kiosk shell, and over HTTPS. */
export function registerServiceWorker(): void {
  // Elsewhere browsers have none. Without it the page works as before, as long as the box answers.
  if (import.meta.env.PROD && "serviceWorker" in navigator) {
    navigator.serviceWorker.register("/service-worker.js").catch(() => {})
  }
}
