// Applied before the first paint, so that a light theme never flashes dark. Kept in a file of its own for the content security policy.
try {
  const choice = localStorage.getItem('soulsight.theme');
  const light = choice === 'light' || (choice === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  if (light) document.documentElement.dataset.theme = 'light';
} catch {
  // Storage may be closed; dark is the default.
}
