/* Reads the QR of a printed ticket with the camera, where the browser itself can read codes. */
(async () => {
  const button = document.querySelector('[data-scan]');
  const camera = navigator.mediaDevices?.getUserMedia;
  if (!button || !camera || !('BarcodeDetector' in window)) return;
  const formats = await BarcodeDetector.getSupportedFormats();
  if (!formats.includes('qr_code')) return;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  const dialog = document.getElementById('escaner');
  const video = dialog.querySelector('video');
  const status = dialog.querySelector('[role=status]');
  const EVERY_MS = 200;
  button.hidden = false;

  const end = (stream) => {
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const stop = () => {
    end(video.srcObject);
    video.srcObject = null;
  };
  dialog.addEventListener('close', stop);

  const read = async () => {
    if (!dialog.open) return;
    const [code] = await detector.detect(video).catch(() => []);
    if (!code) return setTimeout(read, EVERY_MS);
    dialog.close();
    const box = document.getElementById('q');
    box.value = code.rawValue;
    box.form.requestSubmit();
  };

  button.addEventListener('click', async () => {
    status.textContent = 'Apunta la cámara al QR del comprobante.';
    dialog.showModal();
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment' },
      });
      if (!dialog.open) return end(stream);
      video.srcObject = stream;
      await video.play();
      read();
    } catch {
      status.textContent = 'No se pudo abrir la cámara: revisa el permiso del navegador.';
    }
  });
})();
