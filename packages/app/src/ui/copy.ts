/** The words of the chooser are the specification's. */
export const imageCopy = {
  title: "Select Image source",
  library: "Load from Library",
  camera: "Use Camera",
  cancel: "Cancel",
  take: "Take photo",
  preview: "What the camera sees",
  noCamera: "The camera did not open. Choose a picture from your files.",
};
