/* Draws a photo smaller that is too heavy for its field, before it is sent. */

// a photo that is too heavy for its field is drawn smaller before it is sent
const drawn = (image, scale, type, quality) => {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(16, Math.round(image.width * scale));
  canvas.height = Math.max(16, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  if (type === 'image/jpeg') {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
};
const shrunk = async (file, { shrink, side, pixels }) => {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const fits = Math.min(
    1,
    side / Math.max(image.width, image.height),
    Math.sqrt(pixels / (image.width * image.height)),
  );
  if (fits === 1 && file.size <= shrink) return file;
  // a PNG keeps its transparency as long as it can
  const types = file.type === 'image/png' ? ['image/png', 'image/jpeg'] : ['image/jpeg'];
  for (const type of types)
    for (const scale of [1, 0.7, 0.5, 0.35, 0.25]) {
      const blob = await drawn(image, fits * scale * 0.999, type, 0.85);
      if (blob.size <= shrink) return new File([blob], file.name, { type });
    }
  return file;
};
const weight = (bytes) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
for (const field of document.querySelectorAll('[data-shrink]')) {
  const said = document.createElement('p');
  said.className = 'hint';
  said.setAttribute('role', 'status');
  field.after(said);
  field.addEventListener('change', async () => {
    const [file] = field.files;
    if (!file) return;
    const smaller = await shrunk(file, field.dataset).catch(() => file);
    if (smaller === file || field.files[0] !== file) return;
    const chosen = new DataTransfer();
    chosen.items.add(smaller);
    field.files = chosen.files;
    const [before, after] = [file, smaller].map(({ size }) => weight(size));
    said.textContent = `La imagen pesaba ${before}: se redujo a ${after}.`;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
}
