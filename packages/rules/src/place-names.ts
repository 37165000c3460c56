/**
 * Old and new names of India's cities, and other ways they are written that do not sound alike. Facts of general knowledge.
 * Each line is one city; every name is one word.
 */
const CITIES = `
bombay mumbai
bangalore bengaluru bengalooru
calcutta kolkata
madras chennai
poona pune
gurgaon gurugram गुड़गांव गुरुग्राम گڑگاؤں
vizag visakhapatnam vishakhapatnam waltair
trivandrum thiruvananthapuram
baroda vadodara
pondicherry puducherry pondy
allahabad prayagraj
cochin kochi
calicut kozhikode
mysore mysuru
mangalore mangaluru
hubli hubballi
belgaum belagavi
gulbarga kalaburagi
bellary ballari
bijapur vijayapura
shimoga shivamogga
tumkur tumakuru
hospet hosapete
benares banaras varanasi kashi
cawnpore kanpur
simla shimla
trichur thrissur
quilon kollam
alleppey alappuzha
palghat palakkad
cannanore kannur
tellicherry thalassery
tuticorin thoothukudi
tanjore thanjavur
trichy tiruchirappalli trichinopoly
ooty udhagamandalam ootacamund
madurai mathurai
conjeevaram kanchipuram
cuddapah kadapa
rajahmundry rajamahendravaram
bezawada vijayawada
gauhati guwahati
aurangabad sambhajinagar
osmanabad dharashiv
ahmednagar ahilyanagar
hoshangabad narmadapuram
faizabad ayodhya
mughalsarai deendayal
panjim panaji
jubbulpore jabalpur
jullundur jalandhar
cuttack katak
burdwan bardhaman
broach bharuch
cambay khambhat
bulsar valsad
`;

const byName = new Map<string, readonly string[]>();
for (const line of CITIES.normalize("NFD").replaceAll("\u093c", "").normalize("NFC").split("\n")) {
  const names = line.split(" ").filter(Boolean);
  for (const name of names) byName.set(name, names);
}

/** The names of the city that a word, in lower case and without nukta, names; itself among them. Empty: it names none. */
export const cityNames = (word: string): readonly string[] => byName.get(word) ?? [];
