/** Local words for the password check, most frequent first. The bundled list of leaked passwords is English. */
export const LOCAL_WORDS =
	`ufundi mpesa m-pesa safaricom kenya nairobi password passw0rd admin administrator console course courses exam
	exams paper papers topic subject student teacher tutor trainer artisan certificate diploma knec tvet cdacc nita
	kuccps polytechnic college school workshop mombasa kisumu nakuru eldoret thika malindi kitale garissa kakamega
	nyeri machakos meru embu lamu naivasha kericho kisii busia nanyuki kiambu turkana narok kilifi bungoma africa
	uganda tanzania kenyan airtel telkom equity fuliza mshwari paybill till shilling shillings harambee uhuru jambo
	habari karibu asante sana hakuna matata simba safari pamoja amani upendo nakupenda mapenzi mpenzi mungu mwema
	maisha furaha tumaini imani baraka neema shule mwalimu mwanafunzi kazi pesa mama baba mzee rafiki ndugu kenyatta
	odinga gor mahia wanjiku wanjiru kamau mwangi njoroge njeri wambui otieno odhiambo ochieng achieng akinyi atieno
	onyango omondi kipchoge kiprono chebet jepkosgei mutua musyoka nduku wekesa nafula barasa hassan fatuma`.split(
		/\s+/,
	);
