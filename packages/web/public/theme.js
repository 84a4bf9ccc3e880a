// Applied before the first paint, so that a light theme never flashes dark and nothing moves later. Kept in a file of its own for the content security policy.
try {
  const choice = localStorage.getItem('soulsight.theme');
  const light = choice === 'light' || (choice === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  if (light) document.documentElement.dataset.theme = 'light';
  // Reserves the space of the cookie bar, which scripts show later, so that nothing moves when it comes.
  if (!localStorage.getItem('soulsight.cookie-consent')) {
    document.documentElement.style.setProperty(
      '--cookie-bar',
      matchMedia('(min-width: 640px)').matches ? '92px' : '148px',
    );
  }
} catch {
  // Storage may be closed; dark is the default.
}
